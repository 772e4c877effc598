import { Check, ChevronRight } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  type MenuItemProps as AriaMenuItemProps,
  type MenuProps as AriaMenuProps,
  MenuSection as AriaMenuSection,
  MenuTrigger,
  SubmenuTrigger,
} from "react-aria-components/Menu";
import { Popover, type PopoverProps } from "react-aria-components/Popover";
import { Pressable } from "react-aria-components/Pressable";
import { Separator } from "react-aria-components/Separator";
import { cx } from "./cx.ts";
import { FocusBack, floatingClass } from "./floating.tsx";
import { Icon, type IconType } from "./icon.tsx";
import { KeyCap } from "./key-cap.tsx";
import type { OpensHere } from "./on-demand.tsx";

type MenuProps = Pick<
  AriaMenuProps<object>,
  "selectionMode" | "selectedKeys" | "onSelectionChange" | "onAction" | "disabledKeys"
> & {
  /** a Button or IconButton */
  trigger: ReactElement<{ "aria-label"?: string }, string>;
  label: string;
  placement?: PopoverProps["placement"];
  /** for a caller that opens it without its trigger */
  isOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** above and below the items but not items, such as the user or the version */
  header?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
};

/** Opens on click, Enter, Space or Down. Closes on a choice, Escape and a click outside (design/shell.md#controls). */
export function Menu(props: MenuProps) {
  const { trigger, label, placement = "bottom start", isOpen, onOpenChange, header, footer, children, ...rest } = props;
  const opening = isOpen === undefined || onOpenChange === undefined ? {} : { isOpen, onOpenChange };
  return (
    <MenuTrigger {...opening}>
      <Pressable>{trigger}</Pressable>
      <Popover aria-label={label} placement={placement} offset={4} className={`${floatingClass} max-w-96`}>
        <FocusBack />
        {header !== undefined && <div className="max-w-72 border-line border-b px-3 py-2">{header}</div>}
        <AriaMenu aria-label={label} className="max-h-[inherit] min-w-48 overflow-auto p-1 outline-0" {...rest}>
          {children}
        </AriaMenu>
        {footer !== undefined && <div className="border-line border-t px-3 py-2 text-small text-soft">{footer}</div>}
      </Popover>
    </MenuTrigger>
  );
}

type MenuItemProps = Omit<AriaMenuItemProps, "children" | "className" | "style"> & {
  icon?: IconType;
  /** printed at the right */
  keys?: string | undefined;
  /** dimmed, at the right: a count or a value */
  end?: ReactNode;
  danger?: boolean;
  /** dimmed, below: the reason why the item is disabled */
  note?: string | undefined;
  children: ReactNode;
};

export function MenuItem({ icon, keys, end, danger = false, note, children, ...rest }: MenuItemProps) {
  return (
    <AriaMenuItem
      textValue={typeof children === "string" ? children : ""}
      className={cx(
        "flex cursor-pointer items-center gap-2 rounded-control px-2 outline-0",
        note === undefined ? "h-8 max-md:h-11" : "py-1.5",
        "data-[focused]:bg-accent-fill data-[focused]:fill-ring data-[disabled]:cursor-default data-[disabled]:text-soft",
        danger && "text-danger",
      )}
      {...rest}
    >
      {({ isSelected, selectionMode, hasSubmenu }) => (
        <>
          {icon && <Icon of={icon} className={danger ? "" : "text-soft"} />}
          {note === undefined ? (
            <span className="min-w-0 flex-1 truncate">{children}</span>
          ) : (
            <span className="min-w-0 flex-1">
              {children} <span className="block text-small text-soft">{note}</span>
            </span>
          )}
          {end !== undefined && <span className="text-soft tabular-nums">{end}</span>}
          {keys !== undefined && <KeyCap keys={keys} />}
          {selectionMode !== "none" && <Icon of={Check} className={cx("text-accent", !isSelected && "invisible")} />}
          {hasSubmenu && <Icon of={ChevronRight} size={14} className="text-soft" />}
        </>
      )}
    </AriaMenuItem>
  );
}

type MenuSectionProps = { label: string; selectedKeys: Iterable<string>; children: ReactNode };

/** Items of which the active ones are checked, beside items that only run an action. */
export function MenuSection({ label, selectedKeys, children }: MenuSectionProps) {
  return (
    <AriaMenuSection aria-label={label} selectionMode="single" selectedKeys={selectedKeys}>
      {children}
    </AriaMenuSection>
  );
}

export function MenuSeparator() {
  return <Separator className="my-1 h-px bg-line" />;
}

type SubMenuProps<Choice extends string> = {
  icon?: IconType;
  title: string;
  /** the current choice, dimmed at the right */
  end?: ReactNode;
  selected: Choice;
  choices: readonly Choice[];
  onChoose: (choice: Choice) => void;
  /** the text of a choice */
  children: (choice: Choice) => string;
};

/** An item that opens a list of choices beside it, one of them checked. */
export function SubMenu<Choice extends string>(props: SubMenuProps<Choice>) {
  const { icon, title, end, selected, choices, onChoose, children } = props;
  return (
    <SubmenuTrigger>
      <MenuItem {...(icon === undefined ? {} : { icon })} end={end}>
        {title}
      </MenuItem>
      <Popover aria-label={title} offset={-2} crossOffset={-4} className={floatingClass}>
        <AriaMenu
          aria-label={title}
          selectionMode="single"
          selectedKeys={[selected]}
          disallowEmptySelection
          onSelectionChange={(keys) => {
            const chosen = choices.find((choice) => keys !== "all" && keys.has(choice));
            if (chosen !== undefined) onChoose(chosen);
          }}
          className="min-w-40 p-1 outline-0"
        >
          {choices.map((choice) => (
            <MenuItem key={choice} id={choice}>
              {children(choice)}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </SubmenuTrigger>
  );
}

type PageSizeMenuProps = {
  label: string;
  sizes: readonly number[];
  size: number;
  onSize: (size: number) => void;
  /** "10 a page" */
  textOf: (size: number) => string;
};

/** The number of records per page (FQU-12, TSE-15). */
export function PageSizeMenu({ label, sizes, size, onSize, textOf, ...opening }: PageSizeMenuProps & OpensHere) {
  return (
    <Menu
      label={label}
      placement="bottom end"
      selectionMode="single"
      selectedKeys={[String(size)]}
      onAction={(key) => onSize(Number(key))}
      {...opening}
    >
      {sizes.map((offered) => (
        <MenuItem key={offered} id={String(offered)}>
          {textOf(offered)}
        </MenuItem>
      ))}
    </Menu>
  );
}
