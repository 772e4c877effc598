import type { ShownText2TextRecord } from "@postil/domain/tasks/shown-record";
import { answerText, writtenText } from "@postil/domain/tasks/written-text";
import { wordCount } from "@postil/domain/text/word-count";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { ENTER_IS_A_COMMAND } from "../../../lib/commands/key-owner.ts";
import { createEmitter } from "../../../lib/emitter.ts";
import type { RecordActions } from "../saving/record-actions.ts";
import type { AreaProps } from "../task-kind.ts";
import { AnswerText } from "./target-text.tsx";
import { WRITE_KEYS, writeEntries } from "./write-entries.ts";
import "../../../lib/i18n/en/text-writing.ts";
import { t } from "i18next";
import { PencilLine } from "lucide-react";
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useLatest } from "../../../lib/use-latest.ts";
import { Button } from "../../../ui/button.tsx";
import { GrowingText } from "../../../ui/growing-text.tsx";
import { KeyCap } from "../../../ui/key-cap.tsx";
import { announce } from "../../../ui/live-region.tsx";

/** The text that is to be written: shown, or in its editor (TAN-11). */
export function Target({ record, isCursor, actions }: AreaProps<ShownText2TextRecord>) {
  const target = useTargetWriting(record, actions);
  if (target.writing) return <TargetEditor {...target} />;
  return (
    <>
      {/* biome-ignore lint/a11y: the keyboard's way in is the button below */}
      <div className="mt-3 cursor-text" onClick={() => isNothingMarked() && target.write()}>
        {answerText(record) === "" ? (
          <p className="ps-4 text-soft">{t("text2text.empty")}</p>
        ) : (
          <AnswerText record={record} />
        )}
      </div>
      {isCursor && <WriteButton ref={target.entry} onWrite={target.write} />}
    </>
  );
}

/** Who marks a text with the pointer, to copy it, does not mean to write. */
const isNothingMarked = () => document.getSelection()?.isCollapsed !== false;

type TargetEditorProps = Pick<ReturnType<typeof useTargetWriting>, "editor" | "text" | "type" | "onKeyDown" | "onBlur">;

/** The only box of the sheet; its keys are named below it. */
function TargetEditor({ editor, text, type, onKeyDown, onBlur }: TargetEditorProps) {
  // Long texts take longer to count than to type in; the count may come a little later.
  const counted = useDeferredValue(text);
  return (
    <div className="mt-4 max-w-[672px]">
      <GrowingText
        ref={editor}
        label={t("text2text.target")}
        value={text}
        onText={type}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        className="block min-h-16 w-full rounded-control border border-edge bg-surface px-4 py-[11px] text-[16px]/6"
      />
      <p className="mt-2.5 flex flex-wrap items-center gap-x-3 text-small text-soft">
        <span className="flex items-center gap-1.5 max-md:hidden">
          <KeyCap keys="Shift+Enter" ofText />
          {t("text2text.saves")}
        </span>
        <span className="flex items-center gap-1.5 max-md:hidden">
          <KeyCap keys="Escape" ofText />
          {t("text2text.stops")}
        </span>
        <span className="ml-auto tabular-nums">{t("textWriting.words", { count: wordCount(counted) })}</span>
      </p>
    </div>
  );
}

/** Begins to write the text of the record at the cursor. */
function WriteButton({ ref, onWrite }: { ref: Ref<HTMLButtonElement>; onWrite: () => void }) {
  useCommands(writeEntries(onWrite));
  return (
    <Button
      ref={ref}
      {...ENTER_IS_A_COMMAND}
      variant="ghost"
      size="compact"
      icon={PencilLine}
      keys={WRITE_KEYS}
      onClick={onWrite}
      className="mt-2 -ml-2"
    >
      {t("text2text.write")}
    </Button>
  );
}

/** Writing the text of a record: who has the focus, and what becomes of what is typed. */
function useTargetWriting(record: ShownText2TextRecord, actions: RecordActions) {
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

/** What is being typed is kept this often, ms; the first letter at once, so that nothing is called saved meanwhile. */
const KEEP_EVERY = 300;

/** A text that is typed over one that is kept: handed on while it is typed, when its editor goes, and when the page does. */
function useTyped(kept: string, onKeep: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const [handed, setHanded] = useState(kept);
  const [before, setBefore] = useState(kept);
  if (before !== kept) {
    setBefore(kept);
    // It was written anew from elsewhere, a prediction that was taken for instance: that was meant.
    if (kept !== handed) setTyped(null);
  }
  const hand = useLatest(() => {
    if (typed === null || typed === kept) return;
    setHanded(typed);
    onKeep(typed);
  });
  const isTyping = typed !== null;
  useEffect(() => {
    if (!isTyping) return;
    hand();
    const clock = window.setInterval(hand, KEEP_EVERY);
    // While the event goes down, so before the drafts are written for the last time.
    const last = { capture: true };
    window.addEventListener("pagehide", hand, last);
    document.addEventListener("visibilitychange", hand, last);
    return () => {
      window.clearInterval(clock);
      window.removeEventListener("pagehide", hand, last);
      document.removeEventListener("visibilitychange", hand, last);
    };
  }, [isTyping, hand]);
  // The row may leave the page with its editor.
  useEffect(() => () => hand(), [hand]);
  const keep = () => {
    hand();
    setTyped(null);
  };
  return { text: typed ?? kept, type: setTyped, keep, forget: () => setTyped(null) };
}

let writingIn: string | null = null;
const changed = createEmitter<void>();

/** The key of the record whose text is being written; null: none. The buttons below it say so. */
export const useWritingIn = (): string | null => useSyncExternalStore(changed.on, () => writingIn);

function setWritingIn(key: string | null): void {
  writingIn = key;
  changed.emit();
}
