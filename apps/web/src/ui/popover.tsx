import type { ReactElement, ReactNode } from "react";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover as AriaPopover, type PopoverProps as AriaPopoverProps } from "react-aria-components/Popover";
import { Pressable } from "react-aria-components/Pressable";
import { FocusBack, floatingClass } from "./floating.tsx";

type PopoverProps = {
  /** a Button or IconButton */
  trigger: ReactElement<{ "aria-label"?: string }, string>;
  label: string;
  placement?: AriaPopoverProps["placement"];
  isOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode | ((close: () => void) => ReactNode);
};

/** A floating box below a button. Closes on Escape and a click outside. */
export function Popover({ trigger, label, placement = "bottom start", isOpen, onOpenChange, children }: PopoverProps) {
  const open = isOpen === undefined ? {} : { isOpen };
  const onChange = onOpenChange === undefined ? {} : { onOpenChange };
  return (
    <DialogTrigger {...open} {...onChange}>
      <Pressable>{trigger}</Pressable>
      <AriaPopover placement={placement} offset={4} className={floatingClass}>
        <FocusBack />
        <Dialog aria-label={label} className="max-h-[inherit] overflow-auto outline-0">
          {({ close }) => (typeof children === "function" ? children(close) : children)}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
