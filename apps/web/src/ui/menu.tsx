import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Header } from "react-aria-components/Header";
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  type MenuItemProps as AriaMenuItemProps,
  type MenuProps as AriaMenuProps,
  MenuSection as AriaMenuSection,
  MenuTrigger,
} from "react-aria-components/Menu";
import { Popover, type PopoverProps } from "react-aria-components/Popover";
import { Pressable } from "react-aria-components/Pressable";
import { Separator } from "react-aria-components/Separator";
import { cx } from "./cx.ts";
import { Icon, type IconType } from "./icon.tsx";
import { KeyCap } from "./key-cap.tsx";

type MenuProps = Pick<
  AriaMenuProps<object>,
  "selectionMode" | "selectedKeys" | "onSelectionChange" | "onAction" | "disabledKeys"
> & {
  /** a Button or IconButton */
  trigger: ReactElement<{ "aria-label"?: string }, string>;
  label: string;
  placement?: PopoverProps["placement"];
  children: ReactNode;
};

/** Opens on click, Enter, Space or Down; closes on choice, Escape and a click outside (screens 1.10). */
export function Menu({ trigger, label, placement = "bottom start", children, ...rest }: MenuProps) {
  return (
    <MenuTrigger>
      <Pressable>{trigger}</Pressable>
      <Popover placement={placement} offset={4} className={floatingClass}>
        <AriaMenu aria-label={label} className="max-h-[inherit] min-w-48 overflow-auto p-1 outline-0" {...rest}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

/** What floats over the page: a hairline, a shadow, radius 10. */
export const floatingClass = "animate-open rounded-panel border border-line bg-surface text-ink shadow-menu";

type MenuItemProps = Omit<AriaMenuItemProps, "children" | "className" | "style"> & {
  icon?: IconType;
  /** printed at the right */
  keys?: string | undefined;
  /** at the right, soft: a count, a value */
  end?: ReactNode;
  danger?: boolean;
  children: ReactNode;
};

export function MenuItem({ icon, keys, end, danger = false, children, ...rest }: MenuItemProps) {
  return (
    <AriaMenuItem
      textValue={typeof children === "string" ? children : ""}
      className={cx(
        "flex h-8 cursor-pointer items-center gap-2 rounded-control px-2 outline-0 max-md:h-11",
        "data-[focused]:bg-accent-fill data-[focused]:fill-ring data-[disabled]:cursor-default data-[disabled]:text-soft",
        danger && "text-danger",
      )}
      {...rest}
    >
      {({ isSelected, selectionMode }) => (
        <>
          {icon && <Icon of={icon} className="text-soft" />}
          <span className="min-w-0 flex-1 truncate">{children}</span>
          {end !== undefined && <span className="text-soft tabular-nums">{end}</span>}
          {keys !== undefined && <KeyCap keys={keys} />}
          {selectionMode !== "none" && <Icon of={Check} className={cx("text-accent", !isSelected && "invisible")} />}
        </>
      )}
    </AriaMenuItem>
  );
}

export function MenuSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AriaMenuSection aria-label={title}>
      <Header className="px-2 pt-2 pb-1 text-small text-soft">{title}</Header>
      {children}
    </AriaMenuSection>
  );
}

export function MenuSeparator() {
  return <Separator className="my-1 h-px bg-line" />;
}
