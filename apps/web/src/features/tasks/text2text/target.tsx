import "../../../lib/i18n/en/text-writing.ts";
import type { ShownText2TextRecord } from "@postil/domain/tasks/shown-record";
import { answerText, sameAsPredicted, writtenText } from "@postil/domain/tasks/written-text";
import { textDirection } from "@postil/domain/text/text-direction";
import { wordCount } from "@postil/domain/text/word-diff";
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
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { ENTER_IS_A_COMMAND } from "../../../lib/commands/key-owner.ts";
import { createEmitter } from "../../../lib/emitter.ts";
import { percentText } from "../../../lib/i18n/percent.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Star } from "../../../ui/icon.tsx";
import { KeyCap } from "../../../ui/key-cap.tsx";
import { announce, VisuallyHidden } from "../../../ui/screen-reader.tsx";
import { GrowingText } from "../../../ui/text-writing.tsx";
import type { RecordActions } from "../saving/use-task-actions.ts";
import type { AreaProps } from "../task-kind.ts";
import { WRITE_KEYS, writeEntries } from "./write-commands.ts";

/** The target text, shown or in its editor (TAN-11). */
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

/** A user who selects text with the pointer, to copy it, does not want to edit. */
const isNothingMarked = () => document.getSelection()?.isCollapsed !== false;

/** The only text box of the sheet; its keys are named below it. */
function TargetEditor({ editor, text, type, onKeyDown, onBlur }: ReturnType<typeof useTargetWriting>) {
  // For long texts, counting takes longer than typing, so the count may be a little late.
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

/** Edits the text of a record: moves the focus, and keeps the typed text. */
function useTargetWriting(record: ShownText2TextRecord, actions: RecordActions) {
  const [writing, setWriting] = useState(false);
  const editor = useRef<HTMLTextAreaElement>(null);
  /** the button that starts editing, and gets the focus when a key ends it */
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
    // If only the window lost the focus, editing does not end.
    if (document.activeElement === editor.current) return;
    // Closing the editor moves the content below, and a press would miss its target.
    if (!pressed.current) setWriting(false);
    else cancelEnd.current = afterPress(end);
  };
  const endByKey = () => {
    focusEntry.current = true;
    setWriting(false);
  };
  const save = useLatest(() => {
    if (text.trim() === "") return announce(t("text2text.nothing"));
    // The key came before the user could see the record, so nothing is saved and the typed text stays in the editor.
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

/** True if a pointer is down on the page, known before it moves the focus; tracked while `on`. */
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

/** Runs `work` after the pointer is released and its click was handled. Returns a function that cancels it. */
function afterPress(work: () => void): () => void {
  const controller = new AbortController();
  const onUp = () => {
    controller.abort();
    window.setTimeout(work);
  };
  for (const type of ["pointerup", "pointercancel"]) window.addEventListener(type, onUp, { signal: controller.signal });
  return () => controller.abort();
}

/** How often typed text is kept, ms. The first letter is kept at once, so that the page never shows unsaved text as saved. */
const KEEP_EVERY = 300;

/** Typed text over the kept text. It is passed on during typing, when the editor closes, and when the page closes. */
function useTyped(kept: string, onKeep: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const [handed, setHanded] = useState(kept);
  const [before, setBefore] = useState(kept);
  if (before !== kept) {
    setBefore(kept);
    // Something else changed the text, for example a prediction that the user took; this change wins.
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
    // In the capture phase, so before the drafts are written for the last time.
    const last = { capture: true };
    window.addEventListener("pagehide", hand, last);
    document.addEventListener("visibilitychange", hand, last);
    return () => {
      window.clearInterval(clock);
      window.removeEventListener("pagehide", hand, last);
      document.removeEventListener("visibilitychange", hand, last);
    };
  }, [isTyping, hand]);
  // The row may leave the page together with its editor.
  useEffect(() => () => hand(), [hand]);
  const keep = () => {
    hand();
    setTyped(null);
  };
  return { text: typed ?? kept, type: setTyped, keep, forget: () => setTyped(null) };
}

let writingIn: string | null = null;
const changed = createEmitter<void>();

/** The key of the record whose text is being edited; null if there is none. The buttons below depend on it. */
export const useWritingIn = (): string | null => useSyncExternalStore(changed.on, () => writingIn);

function setWritingIn(key: string | null): void {
  writingIn = key;
  changed.emit();
}

/** The author of a text: the model, the model with a user's approval, or a user. */
type TextBy = "machine" | "taken" | "person";

const RULES: { readonly [By in TextBy]: string } = {
  machine: "before:border-l-2 before:border-suggestion before:border-dotted",
  taken: "before:border-l-[1.5px] before:border-ink",
  person: "before:border-l-[1.5px] before:border-ink",
};

/**
 * The target below its source, behind a line. The line is dotted violet for a model's text, whose own words are in its serif
 * font.
 */
export function TargetText({ text, by, score }: { text: string; by: TextBy; score?: number | undefined }) {
  const percent = percentText(score);
  return (
    <p
      translate="no"
      dir={textDirection(text)}
      className={cx(
        "relative max-w-[612px] ps-4 rtl:ml-auto whitespace-pre-wrap wrap-anywhere before:absolute before:inset-y-0.5 before:start-0",
        RULES[by],
        by === "person" ? "text-[16px]/6" : "font-serif text-[17px]/6 italic",
      )}
    >
      {text}
      {/* A space that stays at the end of its line if the score begins the next line. */}
      {by !== "person" && percent !== undefined && (
        <>
          {"\u2002"}
          <span
            dir="ltr"
            className="inline-flex items-center gap-[3px] font-[500] font-ui text-small whitespace-nowrap text-suggestion not-italic tabular-nums"
          >
            <Star size={11} />
            <VisuallyHidden>{t("words.predicted", { score: percent })}</VisuallyHidden>
            <span aria-hidden="true">{percent}</span>
          </span>
        </>
      )}
    </p>
  );
}

/** The answer of a record, as it would be validated. */
export function AnswerText({ record }: { record: ShownText2TextRecord }) {
  const prediction = sameAsPredicted(record);
  const by = record.answerOrigin === "prediction" ? "machine" : prediction !== null ? "taken" : "person";
  return <TargetText text={answerText(record)} by={by} score={prediction?.score} />;
}
