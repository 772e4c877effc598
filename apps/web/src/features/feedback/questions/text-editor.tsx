import type { Question } from "@postil/domain/datasets/question";
import { characterOfPress } from "../../../lib/commands/chord.ts";
import "../../../lib/i18n/en/text-writing.ts";
import { t } from "i18next";
import { Eye, EyeOff } from "lucide-react";
import {
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Star } from "../../../ui/icon.tsx";
import { InlineTabs } from "../../../ui/inline-tabs.tsx";
import { Markdown } from "../../../ui/markdown/markdown.tsx";
import { GrowingText } from "../../../ui/text-writing.tsx";
import { focusInPanel } from "../../../workbench/labels/option-focus.ts";

type TextEditorProps = {
  ref: Ref<HTMLTextAreaElement>;
  question: Question;
  text: string;
  className: string;
  /** shows the count of words and characters */
  writing: boolean;
  /** for markdown: if a rendered preview is shown below the box during writing; null for plain text */
  preview: Preview | null;
  onText: (text: string) => void;
  onFocus: () => void;
};

type Preview = { readonly on: boolean; readonly onToggle: () => void };

/** The text of an answer, with its count and preview during writing. */
export function TextEditor(props: TextEditorProps) {
  const { ref, question, text, className, writing, preview, onText, onFocus } = props;
  return (
    <>
      <div className="relative">
        <GrowingText
          ref={ref}
          label={question.title}
          aria-required={question.required}
          value={text}
          onText={onText}
          onFocus={onFocus}
          // Leaves room for the line below it, above the bar.
          className={cx(className, "scroll-mb-12", preview !== null && "pr-9 max-md:pr-12")}
        />
        {writing && preview !== null && <PreviewToggle {...preview} />}
        {writing && <TextCount text={text} />}
      </div>
      {writing && preview?.on && <TextPreview text={text} />}
    </>
  );
}

function PreviewToggle({ on, onToggle }: Preview) {
  return (
    <IconButton
      icon={on ? EyeOff : Eye}
      label={t(on ? "textWriting.hidePreview" : "textWriting.showPreview")}
      size="tiny"
      // A press keeps the focus, and with it the text cursor, in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onToggle}
      className="absolute top-1.5 right-1.5 max-md:top-0 max-md:right-0 max-md:size-11"
    />
  );
}

/** The rendered text, below the line with the count. */
function TextPreview({ text }: { text: string }) {
  // Rendering may be a little later than typing.
  const source = useDeferredValue(text);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section
      ref={box}
      aria-label={t("textWriting.preview")}
      className="mt-7 scroll-mb-3 max-h-[40vh] overflow-auto rounded-control bg-sunken px-3 py-[7px] text-[15px]/6"
    >
      <Markdown headingsFrom={4} text={source} />
    </section>
  );
}

/** The number of words and characters during writing, in the gap below the box, so that nothing moves. */
function TextCount({ text }: { text: string }) {
  // For long texts, counting takes longer than typing, so the count may be a little late.
  const counted = useDeferredValue(text);
  const words = counted.split(/\s+/u).filter(Boolean).length;
  return (
    <p aria-hidden="true" className="absolute top-full right-0 text-small text-soft tabular-nums">
      {t("textWriting.words", { count: words })}, {t("textWriting.characters", { count: [...counted].length })}
    </p>
  );
}

type TextTab = "write" | "suggestion";

type TextTabsProps = {
  selected: TextTab;
  /** agent and score */
  by: string;
  /** the user's answer equals the suggestion, so it keeps the star */
  agrees: boolean;
  onSelect: (tab: TextTab) => void;
};

const STAR = (
  <span className="text-suggestion">
    <Star />
  </span>
);

/** "Write" and "Suggestion". */
export function TextTabs({ selected, by, agrees, onSelect }: TextTabsProps) {
  return (
    <InlineTabs
      label={t("textWriting.suggestion.tab")}
      selected={selected}
      onSelect={onSelect}
      className="ml-auto flex-none"
      tabs={[
        {
          id: "write",
          label: (
            <>
              {agrees && STAR}
              {t("textWriting.write")}
            </>
          ),
        },
        {
          id: "suggestion",
          title: by === "" ? undefined : by,
          label: (
            <>
              {STAR}
              {t("textWriting.suggestion.tab")}
            </>
          ),
        },
      ]}
    />
  );
}

type WritingRules = {
  recordKey: string;
  disabled: boolean;
  /** true if Enter alone starts writing; otherwise Enter submits */
  enterWrites: boolean;
  /** handles a character typed on the question itself; null if letters are commands there */
  onCharacter: ((character: string) => void) | null;
};

export type Writing = ReturnType<typeof useWriting>;

/**
 * The focus of a text question. If the question has it, Enter submits and Shift+Enter starts writing. If the editor has it,
 * Escape leaves the editor. `entry` goes on the element around the editor, `editor` on the editor itself. A new record starts
 * with neither focused.
 */
export function useWriting({ recordKey, disabled, enterWrites, onCharacter }: WritingRules) {
  const entry = useRef<HTMLDivElement>(null);
  const editor = useRef<HTMLTextAreaElement>(null);
  const [mode, setMode] = useState<{ recordKey: string; tab: TextTab; writing: boolean }>({
    recordKey,
    tab: "write",
    writing: false,
  });
  const { tab, writing } = mode.recordKey === recordKey ? mode : { tab: "write" as const, writing: false };

  /** Set if the editor should get the focus as soon as it replaces the rendered text. */
  const editorWanted = useRef(false);
  const enterEditor = () => {
    const area = editor.current;
    if (area === null) return;
    editorWanted.current = false;
    area.setSelectionRange(area.value.length, area.value.length);
    focusInPanel(area);
  };
  useLayoutEffect(() => {
    if (editorWanted.current) enterEditor();
  });
  const write = () => {
    if (disabled) return;
    editorWanted.current = true;
    setMode({ recordKey, tab: "write", writing: true });
    enterEditor();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const inEditor = event.target === editor.current;
    const character = event.target === entry.current ? characterOfPress(event.nativeEvent) : null;
    if (inEditor && event.key === "Escape" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      focusInPanel(entry.current);
    } else if (event.target === entry.current && event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      if (!event.shiftKey && !enterWrites) return;
      event.preventDefault();
      write();
    } else if (character !== null && onCharacter !== null && !disabled) {
      event.preventDefault();
      onCharacter(character);
      write();
    }
  };
  /**
   * Writing ends when the focus leaves the editor and its controls. It does not end when the window loses the focus: the
   * editor gets it back with the window.
   */
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    const isInside = (element: Element | null) =>
      element !== null && element !== entry.current && entry.current?.contains(element) === true;
    if (!writing || isInside(relatedTarget) || isInside(document.activeElement)) return;
    setMode({ recordKey, tab, writing: false });
  };
  return {
    tab,
    writing,
    write,
    /** Switches to the other tab without writing. */
    select: (next: TextTab) => setMode({ recordKey, tab: next, writing: false }),
    /** The pointer or Tab moved the focus directly into the editor. */
    onEnter: () => !writing && setMode({ recordKey, tab, writing: true }),
    focus: () => focusInPanel(entry.current),
    entry,
    editor,
    onKeyDown,
    onBlur,
  };
}
