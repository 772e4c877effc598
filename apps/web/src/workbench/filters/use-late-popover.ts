import { useRef, useState } from "react";
import { useLateEdit } from "./use-late-edit.ts";

type LatePopoverOptions<Value> = {
  /** what is in force, as plain data */
  value: Value;
  apply: (value: Value) => void;
  /** ms from the last change until it is applied */
  delay: number;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
};

export type LatePopover<Value> = {
  /** what the reader sees: their own change before it is applied */
  readonly draft: Value;
  readonly edit: (next: Value) => void;
  /** Closing applies what waits at once. */
  readonly openChange: (open: boolean) => void;
  /** Closes, and brings back what was set before it opened. */
  readonly cancel: () => void;
};

/** What is changed in a popover applies by itself a moment after the last change, and at once when it closes. */
export function useLatePopover<Value>(options: LatePopoverOptions<Value>): LatePopover<Value> {
  const { value, apply, delay, isOpen, onOpenChange } = options;
  const { draft, edit, finish, drop } = useLateEdit({ value, apply, delay });
  const before = useBefore(isOpen, value);
  return {
    draft,
    edit,
    openChange: (open) => {
      if (!open) finish();
      onOpenChange(open);
    },
    cancel: () => {
      drop();
      if (JSON.stringify(before) !== JSON.stringify(value)) apply(before);
      onOpenChange(false);
    },
  };
}

/** The value as it was when the popover opened. */
function useBefore<Value>(isOpen: boolean, value: Value): Value {
  const [before, setBefore] = useState({ isOpen, value });
  const latest = useRef(value);
  latest.current = value;
  if (before.isOpen !== isOpen) setBefore({ isOpen, value: latest.current });
  return before.value;
}
