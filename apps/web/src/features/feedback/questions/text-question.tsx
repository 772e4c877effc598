import { matchesSuggestion, type QuestionState } from "@postil/domain/answers/answer-form";
import { WHOLE } from "@postil/domain/answers/answers";
import type { QuestionOf, QuestionProps } from "./question-control.ts";
import { QuestionFrame } from "./question-frame.tsx";
import { TextEditor, TextTabs, useWriting, type Writing } from "./text-editor.tsx";
import "../../../lib/i18n/en/text-writing.ts";
import { t } from "i18next";
import { useImperativeHandle, useState } from "react";
import { percentText } from "../../../lib/i18n/percent.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Markdown } from "../../../ui/markdown/markdown.tsx";
import { TextChanges } from "../../../ui/text-writing.tsx";

/**
 * A text answer. The question can have the focus without being edited: Enter then submits, and Shift+Enter or a click starts
 * writing; Escape stops it. Outside of writing, markdown is shown rendered (FAN-25).
 */
export function TextQuestion(props: QuestionProps<QuestionOf<"text">>) {
  const { question, state, recordKey, disabled, onAction, ref } = props;
  const text = state.answer.type === "text" ? state.answer.value : "";
  const suggested = useSuggestedText(state);
  const untouched = state.untouched.has(WHOLE);
  /** Kept from record to record. */
  const [compares, setCompares] = useState(false);

  // A focused empty box looks ready for typing, so what is typed must not be a command there, nor be lost.
  const empty = text === "";
  const onCharacter = (text: string) => onAction({ type: "setText", question: question.name, text });
  const writing = useWriting({
    recordKey,
    disabled,
    enterWrites: question.required && empty,
    onCharacter: empty ? onCharacter : null,
  });
  useImperativeHandle(ref, () => ({
    focus: () => (question.required && text === "" && !disabled ? writing.write() : writing.focus()),
    typeDigit: () => undefined,
    find: () => false,
  }));

  return (
    <QuestionFrame
      {...props}
      hint={t("textWriting.hint")}
      note={false}
      lettersTyped={empty}
      end={
        suggested && (
          <TextTabs
            selected={writing.tab}
            by={suggested.by}
            agrees={!untouched && matchesSuggestion(state)}
            onSelect={writing.select}
          />
        )
      }
    >
      {writing.tab === "suggestion" && suggested ? (
        <SuggestedText
          {...suggested}
          disabled={disabled}
          edited={text.trim() === "" || text === suggested.text ? null : text}
          compares={compares}
          onCompare={setCompares}
          onUse={() => {
            onAction({ type: "useSuggestion", question: question.name });
            writing.select("write");
          }}
        />
      ) : (
        <Answer question={question} text={text} untouched={untouched} writing={writing} onAction={onAction} />
      )}
    </QuestionFrame>
  );
}

type AnswerProps = Pick<QuestionProps<QuestionOf<"text">>, "question" | "onAction"> & {
  text: string;
  untouched: boolean;
  writing: Writing;
};

/** The answer: its editor, or the rendered markdown outside of writing. */
function Answer({ question, text, untouched, writing, onAction }: AnswerProps) {
  const { useMarkdown } = question.settings;
  const [previews, setPreviews] = useState(false);
  const rendered = useMarkdown && !writing.writing && text.trim() !== "";
  return (
    // biome-ignore lint/a11y: the question can have the focus, and hear its keys, without being written in.
    <div
      ref={writing.entry}
      tabIndex={rendered ? 0 : -1}
      onKeyDown={writing.onKeyDown}
      onBlur={writing.onBlur}
      className="rounded-control"
    >
      {rendered ? (
        // biome-ignore lint/a11y: the keyboard's way in is Shift+Enter on the element around it.
        <div
          onClick={writing.write}
          className={cx(BOX, "max-h-[60vh] cursor-text overflow-auto", untouched ? DOTTED : PLAIN)}
        >
          <Markdown headingsFrom={4} text={text} />
        </div>
      ) : (
        <TextEditor
          ref={writing.editor}
          question={question}
          text={text}
          writing={writing.writing}
          className={cx(BOX, untouched ? DOTTED : PLAIN)}
          onText={(next) => onAction({ type: "setText", question: question.name, text: next })}
          preview={useMarkdown ? { on: previews, onToggle: () => setPreviews(!previews) } : null}
          onFocus={writing.onEnter}
        />
      )}
    </div>
  );
}

/** The suggested text, with its agent and score; null if there is no suggestion. */
function useSuggestedText({ suggestion }: QuestionState): { text: string; by: string } | null {
  if (suggestion?.answer.type !== "text") return null;
  const text = suggestion.answer.value;
  return { text, by: [suggestion.agent, percentText(suggestion.scores.get(text))].filter(Boolean).join(", ") };
}

const BOX = "block min-h-16 w-full rounded-control px-3 py-[7px]";
const PLAIN = "border border-edge bg-surface font-ui text-[15px]/6";
/** The look of an untouched suggestion, in the style of machine-written text (design/questions.md#text). */
const DOTTED =
  "border-dotted border-suggestion bg-surface font-serif text-lead italic [border-width:var(--stroke-suggested)]";

type SuggestedTextProps = {
  text: string;
  by: string;
  disabled: boolean;
  /** the user's answer if it differs, else null */
  edited: string | null;
  compares: boolean;
  onCompare: (compares: boolean) => void;
  onUse: () => void;
};

const BODY = "max-h-[60vh] overflow-auto px-3 py-[7px] text-[15px]/6";

/** The suggested text, to read, copy or use; and the user's changes to it. */
function SuggestedText({ text, by, disabled, edited, compares, onCompare, onUse }: SuggestedTextProps) {
  return (
    <div
      role="tabpanel"
      aria-label={t("textWriting.suggestion.tab")}
      className="rounded-control border-dotted border-suggestion bg-surface [border-width:var(--stroke-suggested)]"
    >
      {compares && edited !== null ? (
        <TextChanges before={text} after={edited} className={BODY} />
      ) : (
        <Markdown headingsFrom={4} text={text} className={BODY} />
      )}
      <footer className="flex items-center gap-2 px-2 pb-1.5">
        <span className="mr-auto truncate pl-1 text-note text-suggestion">{by}</span>
        {edited !== null && (
          <Button
            variant="quiet"
            size="compact"
            on={compares}
            aria-pressed={compares}
            onClick={() => onCompare(!compares)}
          >
            {t("textWriting.changes")}
          </Button>
        )}
        <CopyButton text={text} what={t("textWriting.suggestion.text")} />
        {!disabled && (
          <Button variant="quiet" size="compact" onClick={onUse}>
            {t("textWriting.suggestion.use")}
          </Button>
        )}
      </footer>
    </div>
  );
}
