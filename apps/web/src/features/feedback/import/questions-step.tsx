import type { WireUnderstanding } from "@postil/contract/datasets/uploads";
import { PART_NAME } from "@postil/domain/datasets/names";
import { descriptionFault, LONGEST, questionTitleFault } from "@postil/domain/settings/settings-form";
import { t } from "i18next";
import { ChevronDown, ChevronUp, Plus, Trash2 } from "lucide-react";
import { useId } from "react";
import { newId } from "../../../lib/new-id.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Switch } from "../../../ui/form-controls.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { GripButton, PLACE, type Reorder, useReorder } from "../../../ui/reorder.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Badge, FormGrid, FormRow, LimitedText, TextRow } from "../../../ui/settings/form-rows.tsx";
import { LabelRows } from "./label-rows.tsx";
import { Step } from "./parts.tsx";
import { type AskedType, NAMED, OPTIONS_OF, questionsOf, type Said, type SaidQuestion } from "./said.ts";
import type { Change } from "./say.ts";
import { factsOf, optionsOf, questionFault, type ShownOption } from "./shown-question.ts";

type QuestionsStepProps = {
  said: Said;
  shown: WireUnderstanding;
  onChange: (change: Change) => void;
  /** the keys of the open questions */
  open: ReadonlySet<string>;
  onOpen: (key: string, isOpen: boolean) => void;
};

/** What people are asked: questions of columns and one's own, in their order (IMP-04). */
export function QuestionsStep({ said, shown, onChange, open, onOpen }: QuestionsStepProps) {
  const id = useId();
  const questions = questionsOf(said, shown);
  const reorder = useReorder({
    items: questions.map((question) => ({ value: question.key, text: question.title, question })),
    onMove: (from, to) => onChange({ of: "order", from, to }),
    onPutBack: (before) => onChange({ of: "questions", questions: before.map(({ question }) => question) }),
  });
  const add = () => {
    const key = newId();
    onChange({ of: "new question", key, title: t("importing.questions.newTitle") });
    onOpen(key, true);
  };
  return (
    <Step number={3} title={t("importing.questions.title")} said={t("importing.questions.said")}>
      <p id={`${id}-help`} className="sr-only">
        {t("importing.questions.moveHelp")}
      </p>
      <ol aria-label={t("importing.questions.title")} className={cx(reorder.active && "select-none")}>
        {questions.map((question, place) => (
          <QuestionItem
            key={question.key}
            question={question}
            questions={questions}
            place={place}
            options={optionsOf(question, shown)}
            column={shown.columns.find(({ name }) => name === question.column)}
            open={open.has(question.key)}
            onOpen={(isOpen) => onOpen(question.key, isOpen)}
            reorder={reorder}
            helpId={`${id}-help`}
            onChange={onChange}
          />
        ))}
      </ol>
      <Button variant="ghost" icon={Plus} onClick={add} className="mt-1 -ml-2">
        {t("importing.questions.add")}
      </Button>
    </Step>
  );
}

type QuestionItemProps = {
  question: SaidQuestion;
  questions: readonly SaidQuestion[];
  place: number;
  options: readonly ShownOption[];
  column: WireUnderstanding["columns"][number] | undefined;
  open: boolean;
  onOpen: (open: boolean) => void;
  reorder: Reorder;
  helpId: string;
  onChange: (change: Change) => void;
};

function QuestionItem(props: QuestionItemProps) {
  const { question, questions, place, options, open, onOpen, reorder, helpId } = props;
  const id = useId();
  const fault = questionFault(question, questions);
  const lifted = reorder.lifted === question.key;
  return (
    <li
      {...{ [PLACE]: place }}
      data-asked={question.key}
      className={cx("border-line border-b", lifted && "bg-accent-fill fill-ring")}
    >
      <div className="flex items-center gap-1">
        <GripButton
          reorder={reorder}
          item={{ value: question.key, text: question.title }}
          label={t("importing.questions.move", { title: question.title })}
          helpId={helpId}
        />
        <h3 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => onOpen(!open)}
            className="flex min-h-11 w-full flex-wrap items-center gap-2 py-1.5 text-left -outline-offset-2!"
          >
            <bdi translate="no" className="min-w-0 font-strong wrap-anywhere">
              {question.column ?? question.title}
            </bdi>
            <Badge>{t(`importing.questions.type.${question.type}`)}</Badge>
            <span className="font-body text-small text-soft">
              {[factsOf(question, options), question.column === null && t("importing.questions.own")]
                .filter(Boolean)
                .join(", ")}
            </span>
            {fault !== null && (
              <span className="font-body text-small text-danger">{t(`importing.questions.fault.${fault}`)}</span>
            )}
            <span className="ml-auto text-soft">
              <Icon of={open ? ChevronUp : ChevronDown} />
            </span>
          </button>
        </h3>
      </div>
      {open && (
        <div id={id} className="pb-4 pl-7 max-md:pl-0">
          <QuestionForm {...props} />
        </div>
      )}
    </li>
  );
}

const TYPES: readonly AskedType[] = ["label_selection", "multi_label_selection", "rating", "ranking", "text", "span"];

function QuestionForm({ question, questions, options, column, onChange }: QuestionItemProps) {
  const { key, type, title, description, required, name } = question;
  const id = useId();
  const change = (next: Extract<Change, { of: "question" }>["change"]) =>
    onChange({ of: "question", key, change: next });
  // Spans without a column are made in the settings.
  const may = TYPES.filter(
    (one) =>
      one === type || ((one !== "span" || column !== undefined) && !column?.unfit.some(({ kind }) => kind === one)),
  );
  const fault = questionFault(question, questions);
  const wrongName = fault === "name" || fault === "nameTaken" ? fault : null;
  return (
    <FormGrid>
      <FormRow label={t("forms.type")}>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <SegmentedControl
            label={t("forms.type")}
            value={type}
            options={may.map((one) => ({ value: one, label: t(`importing.questions.short.${one}`) }))}
            // Labels of one type are not the options of another.
            onChange={(next) => change({ type: next, ...(column === undefined && { added: startOf(next) }) })}
          />
          <Switch
            label={t("importing.questions.requiredLabel")}
            checked={required}
            onChange={(next) => change({ required: next })}
          />
        </div>
      </FormRow>
      <TextRow
        label={t("forms.title")}
        value={title}
        onChange={(next) => change({ title: next })}
        faultOf={questionTitleFault}
        max={LONGEST.questionTitle}
      />
      <TextRow
        label={t("words.description")}
        value={description}
        onChange={(next) => change({ description: next })}
        faultOf={descriptionFault}
        max={LONGEST.questionDescription}
        lines
      />
      {question.column === null && (
        <FormRow label={t("words.name")} htmlFor={id}>
          <LimitedText
            id={id}
            value={name}
            onChange={(next) => change({ name: next })}
            faultOf={() => null}
            max={PART_NAME.max}
          />
          <p className={cx("mt-1 text-small", wrongName === null ? "text-soft" : "text-danger")}>
            {wrongName === null ? t("importing.questions.nameHelp") : t(`importing.questions.fault.${wrongName}`)}
          </p>
        </FormRow>
      )}
      {OPTIONS_OF[type] !== null && (
        <LabelRows question={question} options={options} onAdded={(added) => change({ added })} />
      )}
      {NAMED.includes(type) && question.column !== null && (question.naming !== "" || isNumbered(options)) && (
        <TextRow
          label={t("importing.questions.naming")}
          value={question.naming}
          onChange={(next) => change({ naming: next })}
          faultOf={() => null}
          placeholder={t("importing.questions.namingHelp")}
          max={LONGEST_NAMING}
          lines
        />
      )}
      {question.column === null && (
        <FormRow label="">
          <Button variant="quiet" icon={Trash2} onClick={() => onChange({ of: "no question", key })} className="-ml-2">
            {t("importing.questions.remove")}
          </Button>
        </FormRow>
      )}
    </FormGrid>
  );
}

/** The names of 1,000 values fit into it, characters. */
const LONGEST_NAMING = 100_000;
const isNumbered = (options: readonly ShownOption[]): boolean =>
  options.length > 0 && options.every(({ value }) => /^-?\d+$/.test(value));

/** The options with which a question without a column begins. */
const startOf = (type: AskedType): readonly string[] => (type === "rating" ? ["1", "2", "3", "4", "5"] : []);
