import { matchesSuggestion, WHOLE } from "@postil/domain/answer-form";
import { type KeyboardEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../../ui/cx.ts";
import { Markdown } from "../../../ui/markdown/markdown.tsx";
import type { QuestionOf, QuestionProps } from "./question-control.ts";
import { focusInPanel } from "./question-focus.ts";
import { QuestionFrame } from "./question-frame.tsx";
import { SuggestedText } from "./suggested-text.tsx";
import { TextEditor } from "./text-editor.tsx";
import { type TextTab, TextTabs } from "./text-tabs.tsx";
import { usePercent } from "./use-percent.ts";

/**
 * A text answer. The question can have the focus without being written in: then Enter submits, and Shift+Enter or a click starts
 * to write; Escape stops. Markdown is shown rendered while nobody writes (FAN-25).
 */
export function TextQuestion({
  question,
  state,
  recordKey,
  disabled,
  onAction,
  ref,
}: QuestionProps<QuestionOf<"text">>) {
  const { t } = useTranslation();
  const entry = useRef<HTMLDivElement>(null);
  const editor = useRef<HTMLTextAreaElement>(null);
  const [mode, setMode] = useState<{ recordKey: string; tab: TextTab; writing: boolean }>({
    recordKey,
    tab: "write",
    writing: false,
  });
  const { tab, writing } = mode.recordKey === recordKey ? mode : { tab: "write" as const, writing: false };
  const text = state.answer.type === "text" ? state.answer.value : "";
  const suggestion = state.suggestion?.answer.type === "text" ? state.suggestion : null;
  const untouched = state.untouched.has(WHOLE);
  const suggestedText = suggestion?.answer.type === "text" ? suggestion.answer.value : "";
  const percent = usePercent();
  const by = [suggestion?.agent, percent(suggestion?.scores.get(suggestedText))].filter(Boolean).join(", ");
  const rendered = question.settings.useMarkdown && !writing && text.trim() !== "";

  /** Set when the editor should have the focus as soon as it has taken the place of the rendered text. */
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
  useImperativeHandle(ref, () => ({
    focus: () => (question.required && text === "" && !disabled ? write() : focusInPanel(entry.current)),
    typeDigit: () => undefined,
    find: () => false,
  }));

  const onKeyDown = (event: KeyboardEvent) => {
    const inEditor = event.target === editor.current;
    if (inEditor && event.key === "Escape" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      focusInPanel(entry.current);
    } else if (event.target === entry.current && event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      if (!event.shiftKey && (text !== "" || !question.required)) return;
      event.preventDefault();
      write();
    }
  };
  /** The window losing the focus is no end of writing: the editor has it again when the window has. */
  const onBlur = () => document.activeElement !== editor.current && setMode({ recordKey, tab, writing: false });

  return (
    <QuestionFrame
      question={question}
      state={state}
      disabled={disabled}
      onAction={onAction}
      hint={t("questions.hint.text")}
      note={false}
      end={
        suggestion && (
          <TextTabs
            selected={tab}
            by={by}
            agrees={!untouched && matchesSuggestion(state)}
            onSelect={(next) => setMode({ recordKey, tab: next, writing: false })}
          />
        )
      }
    >
      {tab === "suggestion" && suggestion ? (
        <SuggestedText
          text={suggestedText}
          by={by}
          disabled={disabled}
          onUse={() => {
            onAction({ type: "useSuggestion", question: question.name });
            setMode({ recordKey, tab: "write", writing: false });
          }}
        />
      ) : (
        // biome-ignore lint/a11y: the question can have the focus, and hear its keys, without being written in.
        <div ref={entry} tabIndex={rendered ? 0 : -1} onKeyDown={onKeyDown} className="rounded-control">
          {rendered ? (
            // biome-ignore lint/a11y: the keyboard's way in is Shift+Enter on the element around it.
            <div
              onClick={write}
              className={cx(BOX, "max-h-[60vh] cursor-text overflow-auto", untouched ? DOTTED : PLAIN)}
            >
              <Markdown text={text} />
            </div>
          ) : (
            <TextEditor
              ref={editor}
              question={question}
              text={text}
              writing={writing}
              className={cx(BOX, untouched ? DOTTED : PLAIN)}
              onText={(next) => onAction({ type: "setText", question: question.name, text: next })}
              onFocus={() => !writing && setMode({ recordKey, tab, writing: true })}
              onBlur={onBlur}
            />
          )}
        </div>
      )}
    </QuestionFrame>
  );
}

const BOX = "block min-h-16 w-full rounded-control px-3 py-[7px]";
const PLAIN = "border border-edge bg-surface font-ui text-[15px]/6";
/** Not touched by anybody yet: the machine's words, in its hand (screens 5.8). */
const DOTTED =
  "border-dotted border-suggestion bg-surface font-serif text-lead italic [border-width:var(--stroke-suggested)]";
