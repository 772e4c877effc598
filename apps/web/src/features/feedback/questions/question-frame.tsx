import { matchesSuggestion } from "@postil/domain/answers/answer-form";
import { isEmpty } from "@postil/domain/answers/answers";
import { t } from "i18next";
import { Info, X } from "lucide-react";
import { type ReactNode, type RefObject, useId } from "react";
import { LETTERS_ARE_TYPED } from "../../../lib/commands/key-owner.ts";
import { IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Icon, Star } from "../../../ui/icon.tsx";
import { Named } from "../../../ui/named.tsx";
import { VisuallyHidden } from "../../../ui/screen-reader.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import type { QuestionProps } from "./question-control.ts";

type QuestionFrameProps = Omit<QuestionProps, "ref" | "onChoose" | "recordKey" | "fields"> & {
  /** how to answer, for screen readers: "Choose one." */
  hint: string;
  frame?: RefObject<HTMLFieldSetElement | null>;
  /** beside the title: "3 selected" */
  aside?: ReactNode;
  /** at the right edge: the search of a label question, the tabs of a text */
  end?: ReactNode;
  /** false if the suggestion's note is shown elsewhere: below many labels, or in the tab of a text */
  note?: boolean;
  clearable?: boolean;
  /** below the title */
  tools?: ReactNode;
  /** typed letters go to the question's search */
  lettersTyped?: boolean;
  /** The heading stays in view while the options scroll. */
  sticky?: boolean;
  /** a scale: the meaning of its ends is needed for every record */
  scale?: boolean;
  /** the suggestion in the words of its note; undefined: it is only called "the suggestion" */
  suggested?: ShortSuggestion | undefined;
  children: ReactNode;
};

/** `scoreShown`: the note shows the score, because the options are too narrow for it. */
type ShortSuggestion = {
  readonly value: string;
  readonly score: string | undefined;
  readonly scoreShown?: boolean;
};

/** From this width of a question on, its description is shown below the title, without an icon to open it. */
const INLINE = {
  wide: { shown: "@min-[640px]:block", hidden: "@min-[640px]:hidden" },
  // The meaning of a scale's ends is needed for every record, so it is visible in a window of 1,280 px.
  scale: { shown: "@min-[420px]:block", hidden: "@min-[420px]:hidden" },
} as const;

/** A question: title, marker, description, suggestion note, then the control (FAN-21). The accent line shows where keys go. */
export function QuestionFrame(props: QuestionFrameProps) {
  const {
    question,
    state,
    disabled,
    onAction,
    hint,
    frame,
    aside,
    end,
    note = true,
    clearable = true,
    tools,
    lettersTyped = false,
    sticky = false,
    scale = false,
    children,
  } = props;
  const id = useId();
  const described = question.description !== null && question.description !== "";
  const inline = scale ? INLINE.scale : INLINE.wide;
  return (
    <fieldset
      ref={frame}
      data-question={question.name}
      {...(lettersTyped && LETTERS_ARE_TYPED)}
      disabled={disabled}
      aria-labelledby={`${id}-title`}
      aria-description={[hint, question.description].filter(Boolean).join(" ")}
      className="group/question @container relative min-w-0 scroll-my-3 not-first:mt-6 before:absolute before:inset-y-0 before:-left-4 before:hidden before:w-0.5 before:rounded-full before:bg-accent focus-within:before:block"
    >
      <div className={cx(sticky && STICKY.head)}>
        <header className={cx("mb-2 flex gap-2 max-md:flex-wrap", sticky ? STICKY.title : FLOWING.title)}>
          {/* One line of text, so that the marker follows the last word of a long title. */}
          <div
            translate="no"
            className={cx("leading-6 [overflow-wrap:anywhere]", sticky ? "max-w-3/5 flex-none" : "min-w-0")}
          >
            <h3 id={`${id}-title`} dir="auto" className="inline">
              {question.title}
            </h3>
            {question.required && (
              <abbr title={t("questions.required")} className="ml-1 text-soft no-underline">
                *
              </abbr>
            )}
            {described && (
              <Tooltip text={question.description}>
                <button
                  type="button"
                  translate="no"
                  className={cx(
                    "ml-1 inline-flex size-5 items-center justify-center align-[-2px] text-soft",
                    inline.hidden,
                  )}
                >
                  <Icon of={Info} size={14} />
                  <VisuallyHidden>{t("questions.description")}</VisuallyHidden>
                </button>
              </Tooltip>
            )}
            {!question.required && (
              <span className="ml-1 whitespace-pre-wrap text-small text-soft">{t("questions.optionalMarker")}</span>
            )}
          </div>
          <span className={sticky ? STICKY.buttons : FLOWING.buttons}>
            {aside}
            {clearable && !isEmpty(state.answer) && !disabled && (
              <IconButton
                icon={X}
                size="tiny"
                translate="no"
                label={t("questions.clear", { title: question.title })}
                onClick={() => onAction({ type: "clearQuestion", question: question.name })}
                className="opacity-0 focus-visible:opacity-100 group-hover/question:opacity-100 max-md:hidden"
              />
            )}
          </span>
          {note && <SuggestionNote {...props} className="mt-0.5 ml-auto" />}
          {end}
        </header>
        {described && (
          <p
            aria-hidden="true"
            translate="no"
            className={cx("-mt-1 mb-2 hidden text-small text-soft print:block", inline.shown)}
          >
            {question.description}
          </p>
        )}
        {tools}
      </div>
      {children}
    </fieldset>
  );
}

/** The whole heading stays in view; on a phone, without enough room, only the title with the answer does. */
const STICKY = {
  head: "max-md:contents md:sticky md:top-0 md:z-1 md:-mx-1 md:mb-1 md:bg-paper md:p-1",
  /** empty buttons keep their room, so that nothing moves when they appear */
  buttons: "flex items-center gap-2 md:min-w-14",
  title:
    "min-h-8 items-center has-[>.basis-full]:flex-wrap @max-[480px]:flex-wrap max-md:sticky max-md:top-0 max-md:z-1 max-md:bg-paper max-md:py-1",
} as const;

/** The search moves below a title that would wrap beside it, and the answer note never wraps. */
const FLOWING = {
  title: "min-h-6 items-start @max-[480px]:has-[input]:flex-wrap",
  buttons: "flex flex-none gap-2 empty:hidden",
} as const;

/**
 * The note about the suggestion, in the margin (FAN-18): the agent that suggested the answer. Once the answer differs, a
 * button to use the suggestion again.
 */
export function SuggestionNote(
  props: Pick<QuestionFrameProps, "question" | "state" | "disabled" | "onAction" | "suggested"> & {
    className?: string;
    /** the text of the button that restores the suggestion, if the answer has its own */
    back?: string;
  },
) {
  const { question, state, disabled, onAction, suggested, className, back } = props;
  if (state.suggestion === null) return null;
  const { agent } = state.suggestion;
  const { score = "", scoreShown = false } = suggested ?? {};
  if (!matchesSuggestion(state) && !disabled)
    return (
      <button
        type="button"
        onClick={() => onAction({ type: "useSuggestion", question: question.name })}
        className={cx(NOTE, "border-current border-b border-dotted", className)}
      >
        <Star />
        <span className="max-w-48 truncate">{back ?? <Named of={suggestionText(suggested)} />}</span>
      </button>
    );
  // A missing agent or score is shown as nothing (FEN-31).
  const shown = [agent, scoreShown && score].filter(Boolean).join(", ");
  if (shown === "") return null;
  return (
    <span translate="no" className={cx(NOTE, className)}>
      <Star />
      <span aria-hidden="true" className="max-w-48 truncate" title={shown}>
        {shown}
      </span>
      <VisuallyHidden>
        {agent === null
          ? t("questions.suggestion.withScore", { score })
          : score === ""
            ? t("questions.suggestion.byAgent", { agent })
            : t("questions.suggestion.by", { agent, score })}
      </VisuallyHidden>
    </span>
  );
}

const NOTE = "inline-flex min-w-0 flex-none items-center gap-1 text-note text-suggestion";

/** "use 5, 61 %"; a long value is only called "the suggestion". */
function suggestionText(suggested: ShortSuggestion | undefined): string {
  if (suggested === undefined) return t("questions.suggestion.use");
  const { value, score } = suggested;
  if (score === undefined) return t("questions.suggestion.useValue", { value });
  return t("questions.suggestion.useValueScore", { value, score });
}

/** The size of the answer ("3 selected"), with a button to clear it. */
export function AnswerCount({ title, text, onClear }: { title: string; text: string; onClear: (() => void) | null }) {
  return (
    <>
      <span className="whitespace-nowrap text-small/6 text-soft tabular-nums">{text}</span>
      {onClear !== null && (
        <button
          type="button"
          className="text-accent leading-6 underline-offset-[3px] hover:underline"
          aria-label={t("questions.clear", { title })}
          translate="no"
          onClick={onClear}
        >
          <span translate="yes">{t("common.clear")}</span>
        </button>
      )}
    </>
  );
}
