import type { ShownText2TextRecord } from "@postil/domain/tasks/shown-record";
import { answerText, writtenText } from "@postil/domain/tasks/written-text";
import { t } from "i18next";
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLatest } from "../../../lib/use-latest.ts";
import { announce } from "../../../ui/live-region.tsx";
import type { RecordActions } from "../saving/record-actions.ts";
import { useTyped } from "./use-typed.ts";
import { setWritingIn } from "./writing-in.ts";

/** Writing the text of a record: who has the focus, and what becomes of what is typed. */
export function useTargetWriting(record: ShownText2TextRecord, actions: RecordActions) {
  const [writing, setWriting] = useState(false);
  const editor = useRef<HTMLTextAreaElement>(null);
  /** what begins to write, and has the focus when writing ends by a key */
  const entry = useRef<HTMLButtonElement>(null);
  const focusEntry = useRef(false);
  const { text, type, keep, forget } = useTyped(answerText(record), (typed) =>
    actions.edit({ record, answer: writtenText(record, typed) }),
  );
  useLayoutEffect(() => {
    if (!writing) {
      if (focusEntry.current) entry.current?.focus({ preventScroll: true });
      focusEntry.current = false;
      return;
    }
    const area = editor.current;
    area?.focus({ preventScroll: true });
    area?.setSelectionRange(area.value.length, area.value.length);
    setWritingIn(record.key);
    return () => setWritingIn(null);
  }, [writing, record.key]);
  const pressed = usePressed(writing);
  const cancelEnd = useRef<() => void>(() => undefined);
  useEffect(() => () => cancelEnd.current(), []);

  const end = () => {
    if (document.activeElement !== editor.current) setWriting(false);
  };
  const onBlur = () => {
    keep();
    // Where the focus stays although the window lost it nothing ends.
    if (document.activeElement === editor.current) return;
    // What closes moves what is below it, and a press would miss what it was meant for.
    if (!pressed.current) setWriting(false);
    else cancelEnd.current = afterPress(end);
  };
  const endByKey = () => {
    focusEntry.current = true;
    setWriting(false);
  };
  const save = useLatest(() => {
    if (text.trim() === "") return announce(t("text2text.nothing"));
    // Pressed before the record could be seen, it is nobody's: what is typed stays in the editor.
    if (!actions.answer({ record, answer: writtenText(record, text) })) return;
    forget();
    endByKey();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      keep();
      endByKey();
    } else if (event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!event.repeat) save();
    }
  };
  return { writing, write: () => setWriting(true), text, type, editor, entry, onKeyDown, onBlur };
}

/** Whether a pointer is down on the page, known before the focus leaves by it; followed while `on`. */
function usePressed(on: boolean): RefObject<boolean> {
  const pressed = useRef(false);
  useEffect(() => {
    if (!on) return;
    const controller = new AbortController();
    const follow = (type: string, down: boolean) => {
      const onPointer = () => {
        pressed.current = down;
      };
      window.addEventListener(type, onPointer, { signal: controller.signal, capture: true });
    };
    follow("pointerdown", true);
    for (const type of ["pointerup", "pointercancel"]) follow(type, false);
    return () => controller.abort();
  }, [on]);
  return pressed;
}

/** Once the pointer is let go and its click has been heard. Returns the way to do without. */
function afterPress(work: () => void): () => void {
  const controller = new AbortController();
  const onUp = () => {
    controller.abort();
    window.setTimeout(work);
  };
  for (const type of ["pointerup", "pointercancel"]) window.addEventListener(type, onUp, { signal: controller.signal });
  return () => controller.abort();
}
