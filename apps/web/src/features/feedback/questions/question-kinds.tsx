import type { Question, QuestionType } from "@postil/domain/datasets/question";
import { ownOf } from "@postil/domain/objects";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { type ComponentType, memo, useImperativeHandle, useRef } from "react";
import { focusInPanel } from "../../../workbench/labels/option-focus.ts";
import { LabelQuestion } from "./label-question.tsx";
import type { QuestionOf, QuestionProps, SpanFieldProps } from "./question-control.ts";
import type { ControlKeys } from "./question-entries.ts";
import { QuestionFrame } from "./question-frame.tsx";

type QuestionParts<Type extends QuestionType> = {
  /** the question, with the control that answers it */
  readonly Control: ComponentType<QuestionProps<QuestionOf<Type>>>;
  /** a field of the record in which the answer is marked */
  readonly Field?: ComponentType<SpanFieldProps>;
};

type QuestionKind<Type extends QuestionType> = {
  /** the keys of the control, for the shortcuts sheet */
  readonly keys: readonly ControlKeys[];
  /** A function loads them with the first dataset that has such a question. */
  readonly parts: QuestionParts<Type> | (() => Promise<QuestionParts<Type>>);
};

/**
 * The question types on the page. A new type is one entry here. If the search can filter by it, it is also one among the values of
 * `filters/filter-row.tsx`.
 */
const KINDS: { readonly [Type in QuestionType]: QuestionKind<Type> } = {
  label_selection: { keys: ["pick"], parts: { Control: LabelQuestion } },
  multi_label_selection: { keys: ["pick"], parts: { Control: LabelQuestion } },
  rating: { keys: ["pick"], parts: async () => ({ Control: (await import("./rating-question.tsx")).RatingQuestion }) },
  ranking: {
    keys: ["rank"],
    parts: async () => ({ Control: (await import("./ranking-question.tsx")).RankingQuestion }),
  },
  text: { keys: ["write"], parts: async () => ({ Control: (await import("./text-question.tsx")).TextQuestion }) },
  span: { keys: [], parts: async () => (await import("./spans/span-question.tsx")).SPAN_PARTS },
};

type AnyKind = { readonly keys: readonly ControlKeys[]; readonly parts: AnyParts | (() => Promise<AnyParts>) };
type AnyParts = { readonly Control: ComponentType<QuestionProps>; readonly Field?: ComponentType<SpanFieldProps> };

/** The kind of a question; undefined for a type of a later version. The parts only ever get questions of their own type. */
const kindOf = (type: string) => ownOf(KINDS as unknown as { readonly [type: string]: AnyKind }, type);

const loaded = new Map<string, AnyParts>();

function partsOf(type: string): AnyParts | undefined {
  const parts = kindOf(type)?.parts;
  return typeof parts === "function" ? loaded.get(type) : parts;
}

/** Rejects if the code of a control cannot be loaded; another call tries again. */
export async function loadControls(types: readonly string[]): Promise<true> {
  await Promise.all(
    types.map(async (type) => {
      const parts = kindOf(type)?.parts;
      if (typeof parts === "function") loaded.set(type, await parts());
    }),
  );
  return true;
}

/** The loading state of all controls for these questions, so that no control appears, or takes keys, later than the others. */
export function useControls(questions: readonly Question[] | undefined) {
  const types = [...new Set(questions?.map(({ settings }) => settings.type))];
  return useQuery({
    queryKey: ["question controls", ...types],
    queryFn: () => loadControls(types),
    enabled: questions !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export const controlKeys = ({ settings }: Question): readonly ControlKeys[] => kindOf(settings.type)?.keys ?? [];

/** The field in which the answers of a question are marked, once its code is loaded. */
export const markedField = ({ settings }: Question): ComponentType<SpanFieldProps> | undefined =>
  partsOf(settings.type)?.Field;

export const isSpanQuestion = (question: Question): question is QuestionOf<"span"> => question.settings.type === "span";

/**
 * The control of a question by its type; its code is already loaded (`useControls`). Renders again only if its own answer,
 * record or settings change.
 */
export const QuestionBlock = memo(function QuestionBlock(props: QuestionProps) {
  const { type } = props.question.settings;
  if (kindOf(type) === undefined) return <UnknownQuestion {...props} />;
  const Control = partsOf(type)?.Control;
  return Control && <Control {...props} />;
});

/** A question whose type this version does not know: shown, optional, and never blocking (FEN-10). */
function UnknownQuestion(props: QuestionProps) {
  const body = useRef<HTMLParagraphElement>(null);
  useImperativeHandle(props.ref, () => ({
    focus: () => focusInPanel(body.current),
    typeDigit: () => undefined,
    find: () => false,
  }));
  return (
    <QuestionFrame {...props} question={{ ...props.question, required: false }} hint={t("questions.unanswerable")}>
      <p ref={body} tabIndex={-1} className="rounded-control text-soft">
        {t("questions.unanswerable")}
      </p>
    </QuestionFrame>
  );
}
