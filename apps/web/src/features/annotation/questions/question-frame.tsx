import { isEmpty } from "@postil/domain/answers";
import { Info, X } from "lucide-react";
import { type ReactNode, type RefObject, useId } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../ui/icon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import type { QuestionProps } from "./question-control.ts";
import { SuggestionNote } from "./suggestion-note.tsx";

type QuestionFrameProps = Omit<QuestionProps, "ref" | "onChoose" | "recordKey"> & {
  /** how it is answered, for screen readers: "Choose one." */
  hint: string;
  frame?: RefObject<HTMLFieldSetElement | null>;
  /** beside the title: "3 selected" */
  aside?: ReactNode;
  /** at the right edge, after the suggestion's note: the search of a label question */
  end?: ReactNode;
  /** a text has its suggestion in a tab instead of a note */
  note?: boolean;
  clearable?: boolean;
  children: ReactNode;
};

/** A question: title, marker, description, suggestion note, then the control (FAN-21). The accent line is where the keys go. */
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
    children,
  } = props;
  const id = useId();
  return (
    <fieldset
      ref={frame}
      data-question={question.name}
      disabled={disabled}
      aria-labelledby={`${id}-title`}
      aria-description={[hint, question.description].filter(Boolean).join(" ")}
      className="group/question @container relative min-w-0 scroll-my-3 not-first:mt-6 before:absolute before:inset-y-0 before:-left-4 before:hidden before:w-0.5 before:rounded-full before:bg-accent focus-within:before:block"
    >
      <header className="mb-2 flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1">
        <QuestionTitle id={id} question={question} />
        {aside}
        {clearable && !isEmpty(state.answer) && !disabled && <ClearQuestion question={question} onAction={onAction} />}
        <span className="ml-auto flex min-w-0 max-w-full flex-[0_1_auto] items-center gap-2 max-md:basis-full max-md:justify-end">
          {note && <SuggestionNote question={question} state={state} disabled={disabled} onAction={onAction} />}
          {end}
        </span>
      </header>
      {question.description !== null && question.description !== "" && (
        <p aria-hidden="true" className="-mt-1 mb-2 hidden text-small text-soft @min-[640px]:block">
          {question.description}
        </p>
      )}
      {children}
    </fieldset>
  );
}

function QuestionTitle({ id, question }: { id: string } & Pick<QuestionProps, "question">) {
  const { t } = useTranslation();
  const described = question.description !== null && question.description !== "";
  return (
    <>
      <h3 id={`${id}-title`} dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
        {question.title}
      </h3>
      {question.required && (
        <abbr title={t("common.requiredResponse")} className="-ml-1 text-soft no-underline">
          *
        </abbr>
      )}
      {described && (
        <Tooltip text={question.description}>
          <button type="button" className="-ml-1 grid size-5 place-items-center text-soft @min-[640px]:hidden">
            <Icon of={Info} size={14} />
            <VisuallyHidden>{t("questions.description")}</VisuallyHidden>
          </button>
        </Tooltip>
      )}
      {!question.required && (
        <span className="whitespace-pre text-small text-soft">{t("questions.optionalMarker")}</span>
      )}
    </>
  );
}

function ClearQuestion({ question, onAction }: Pick<QuestionProps, "question" | "onAction">) {
  const { t } = useTranslation();
  return (
    <IconButton
      icon={X}
      size="tiny"
      label={t("questions.clear", { title: question.title })}
      onClick={() => onAction({ type: "clearQuestion", question: question.name })}
      className="-my-0.5 opacity-0 focus-visible:opacity-100 group-hover/question:opacity-100"
    />
  );
}
