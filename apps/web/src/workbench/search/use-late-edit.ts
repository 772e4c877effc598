import { useEffect, useRef, useState } from "react";
import { useLatest } from "../../lib/use-latest.ts";

type LateEditOptions<Value> = {
  /** the applied value, as plain data */
  value: Value;
  apply: (value: Value) => void;
  /** ms from the last change until it is applied */
  delay: number;
};

/**
 * Changes show at once and are applied a moment after the last one (design/filters.md#values). If another value is applied
 * meanwhile (the user went back, or the records could not be loaded), that value shows and the waiting change is dropped
 * (FQU-25).
 */
export function useLateEdit<Value>({ value, apply, delay }: LateEditOptions<Value>) {
  const [draft, setDraft] = useState<{ readonly value: Value } | null>(null);
  const waiting = useRef<{ readonly value: Value; readonly timer: number }>(undefined);
  const sent = useRef<string>(undefined);
  const inForce = JSON.stringify(value);

  const stop = () => {
    window.clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
  };
  const send = useLatest(() => {
    if (waiting.current === undefined) return;
    const { value: next } = waiting.current;
    stop();
    sent.current = JSON.stringify(next);
    if (sent.current !== inForce) apply(next);
  });
  const drop = useLatest(() => {
    stop();
    setDraft(null);
  });
  /** Applies a waiting change at once, and then shows the applied value. */
  const finish = useLatest(() => {
    send();
    setDraft(null);
  });
  const edit = useLatest((next: Value) => {
    setDraft({ value: next });
    stop();
    waiting.current = { value: next, timer: window.setTimeout(send, delay) };
  });

  const before = useRef(inForce);
  useEffect(() => {
    if (before.current === inForce) return;
    before.current = inForce;
    if (inForce !== sent.current) drop();
    sent.current = undefined;
  }, [inForce, drop]);
  // A waiting change is applied even when the control unmounts first.
  useEffect(() => () => send(), [send]);

  /** `draft`: the user's change, even before it is applied. */
  return { draft: draft === null ? value : draft.value, edit, finish, drop };
}

type LatePopoverOptions<Value> = LateEditOptions<Value> & {
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Changes in a popover are applied a moment after the last one, and at once when it closes. */
export function useLatePopover<Value>({ isOpen, onOpenChange, ...late }: LatePopoverOptions<Value>) {
  const { value, apply } = late;
  const { draft, edit, finish, drop } = useLateEdit(late);
  const before = useBefore(isOpen, value);
  return {
    draft,
    edit,
    openChange: (open: boolean) => {
      if (!open) finish();
      onOpenChange(open);
    },
    /** Closes, and restores the value from before it opened. */
    cancel: () => {
      drop();
      if (JSON.stringify(before) !== JSON.stringify(value)) apply(before);
      onOpenChange(false);
    },
  };
}

function useBefore<Value>(isOpen: boolean, value: Value): Value {
  const [before, setBefore] = useState({ isOpen, value });
  const latest = useRef(value);
  latest.current = value;
  if (before.isOpen !== isOpen) setBefore({ isOpen, value: latest.current });
  return before.value;
}
