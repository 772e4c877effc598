import type { FormAction } from "@postil/domain/answers/answer-form-change";
import { fieldText } from "@postil/domain/records/record";
import { t } from "i18next";
import { CircleAlert } from "lucide-react";
import { type KeyboardEvent, use, useEffect, useImperativeHandle, useMemo, useRef } from "react";
import type { Command } from "../../../../lib/commands/command.ts";
import { useCommands, usePrintedKeys } from "../../../../lib/commands/commands-provider.tsx";
import { ENTER_IS_A_COMMAND } from "../../../../lib/commands/key-owner.ts";
import type { Keys } from "../../../../lib/commands/keys-here.ts";
import { useLatest } from "../../../../lib/use-latest.ts";
import { pressOnSpace } from "../../../../ui/button.tsx";
import { cx } from "../../../../ui/cx.ts";
import { Icon } from "../../../../ui/icon.tsx";
import { KeyCap } from "../../../../ui/key-cap.tsx";
import { Named } from "../../../../ui/named.tsx";
import { Swatch } from "../../../../ui/swatch.tsx";
import { focusInPanel, goBeside, LOOKS, OPTION, optionsIn } from "../../../../workbench/labels/option-focus.ts";
import { FormOnPageContext, SpansInRowsContext } from "../answer-form.ts";
import { useLabelControl, useLabels } from "../label-control.tsx";
import type { QuestionOf, QuestionProps } from "../question-control.ts";
import { AnswerCount, QuestionFrame, SuggestionNote } from "../question-frame.tsx";
import { SpanField } from "./span-field.tsx";
import { noteFocus, setSpanWork, spansIn, textToEnter, useSpanChanges, useSpanWork } from "./span-work.ts";

type SpanProps = QuestionProps<QuestionOf<"span">>;

/** A span question: the choice of the label for marked text. The marking itself is done in its field (FAN-28). */
function SpanQuestion(props: SpanProps) {
  const isMarked = use(FormOnPageContext) !== null;
  const inRows = use(SpansInRowsContext) && !isMarked;
  return isMarked || inRows ? <SpanLabels {...props} inRows={inRows} /> : <UnmarkedSpans {...props} />;
}

const NONE: ReadonlyMap<string, number | null> = new Map();
const nothing = () => undefined;

/** `inRows`: the form is for many records, and each has its own spans. */
function SpanLabels({ inRows, ...props }: SpanProps & { inRows: boolean }) {
  const { question, state, recordKey, fields, disabled, ref } = props;
  const { options, field } = question.settings;
  const { active, inText } = useSpanWork(question.id);
  const change = useSpanChanges(question);
  const { length: count } = spansIn(state);
  const onAction = (action: FormAction) => (inRows ? props.onAction(action) : change(action, textOf(action, count)));
  // The first label is active, until the user takes another.
  const label = options.find(({ value }) => value === active) ?? options[0];
  const value = label?.value;
  const selected = useMemo(() => new Set(value === undefined ? [] : [value]), [value]);
  const view = useLabels({ question, recordKey, selected, suggested: NONE, suggestionsFirst: false });
  const take = (value: string) => {
    if (!disabled) setSpanWork(question.id, { active: value });
    return true;
  };
  const { search, list, toSearch } = useLabelControl({
    ref,
    question,
    recordKey,
    view,
    ownProps: ({ value, number }) => ({
      look: selected.has(value) ? "active" : "plain",
      color: number - 1,
      spoken: undefined,
      percent: undefined,
      scoreAbove: false,
      round: true,
    }),
    onPick: take,
    onTake: take,
    onArrow: nothing,
  });
  const searchable = search !== false;
  const enterKeys = useTextCommand(question, t("spans.intoText", { field }));
  const find = useLatest(() => toSearch());
  useEffect(() => setSpanWork(question.id, { find: searchable ? find : null }), [question.id, searchable, find]);
  const frame = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const note = () => noteFocus(question.id);
    const { current } = frame;
    current?.addEventListener("focusin", note);
    return () => current?.removeEventListener("focusin", note);
  }, [question.id]);

  const back = t("spans.useAll", { count: state.suggestion === null ? 0 : spansIn(state.suggestion).length });
  const note = !inRows && (
    <SuggestionNote {...{ question, state, disabled, onAction, back }} className="mt-0.5 ml-auto" />
  );
  return (
    <QuestionFrame
      {...props}
      onAction={onAction}
      frame={frame}
      hint={t("spans.hint", { field })}
      note={false}
      clearable={false}
      sticky={view.layout === "many"}
      lettersTyped={searchable}
      aside={
        !inRows && (
          <AnswerCount
            title={question.title}
            text={t("spans.count", { count })}
            onClear={count === 0 || disabled ? null : () => onAction({ type: "noSpans", question: question.name })}
          />
        )
      }
      end={searchable ? search : note}
      tools={searchable && <div className="mb-2 flex empty:hidden">{note}</div>}
    >
      {state.beyond > 0 && (
        <p role="note" className="mb-2 flex items-start gap-1.5 text-edited text-small">
          <span className="mt-0.5">
            <Icon of={CircleAlert} size={14} />
          </span>
          {t("spans.beyond", { count: state.beyond })}
        </p>
      )}
      {list(null)}
      {(inRows || (count === 0 && !question.required)) && (
        <div className="mt-3">
          <NoSpans {...props} onAction={onAction} />
          {inRows && (
            <p className="mt-2 text-small text-soft">
              <Named of={t("spans.inRows", { field })} />
            </p>
          )}
        </div>
      )}
      {!inRows && (fieldText(fields, field) ?? "") === "" ? (
        <p className="mt-3 text-small text-soft">
          <Named of={t(question.required ? "spans.noField" : "spans.noOptionalField", { field })} />
        </p>
      ) : (
        !disabled && <SpanKeys inText={inText} enterKeys={enterKeys} label={label?.text ?? ""} />
      )}
    </QuestionFrame>
  );
}

/** What the foot says of an action on all spans of a record, which had `count`. */
function textOf({ type }: FormAction, count: number): string {
  if (type === "useSuggestion") return t("spans.allBack");
  if (count > 0) return t("spans.cleared", { count });
  return t(type === "noSpans" ? "spans.none" : "spans.noneBack");
}

/** W moves the keyboard into the field (design/keys.md#labeling). Returns the keys to print. */
function useTextCommand({ id }: QuestionOf<"span">, label: string): Keys | undefined {
  const command: Command = {
    id: `questions.words.${id}`,
    label,
    group: "answer",
    section: "record",
    shortcuts: [{ keys: "W" }],
    mayRun: () => textToEnter(id) !== undefined,
    run: () => void textToEnter(id)?.enter(),
  };
  useCommands([command]);
  return usePrintedKeys(command);
}

/** One line about the keyboard: how to enter the text, or, inside the text, what its keys do. */
function SpanKeys(props: {
  inText: boolean;
  /** the keys of the command that enters the text; undefined if there are none */
  enterKeys: Keys | undefined;
  /** the label that Enter gives */
  label: string;
}) {
  const { inText, enterKeys, label } = props;
  const keys = inText
    ? ([
        ["ArrowLeft+ArrowRight", t("spans.keys.move")],
        ["Shift", t("spans.keys.extend")],
        ["Enter", label],
        ["Mod+C", t("spans.keys.copy")],
        ["Escape", t("spans.keys.back")],
      ] as const)
    : enterKeys === undefined
      ? []
      : ([
          [enterKeys, t("spans.keys.enter")],
          ["Alt", t("spans.keys.drag")],
        ] as const);
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-soft max-md:hidden">
      {keys.map(([key, does]) => (
        <span key={key} className="inline-flex min-w-0 items-center gap-1.5">
          <KeyCap keys={key} always={inText} />
          <span className="max-w-40 truncate">{does}</span>
        </span>
      ))}
    </p>
  );
}

/** A span question for many records at once, where no text can be marked: the only possible answer is "no spans" (FBU-11). */
function UnmarkedSpans(props: SpanProps) {
  const { question, ref } = props;
  const { settings } = question;
  const frame = useRef<HTMLFieldSetElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () => frame.current && focusInPanel(optionsIn(frame.current)[0]),
    typeDigit: nothing,
    find: () => false,
  }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Tab" && goBeside(frame.current, event)) event.preventDefault();
  };
  return (
    <QuestionFrame {...props} frame={frame} note={false} hint={t("spans.unmarked", { field: settings.field })}>
      <ul aria-label={t("words.labels")} className="mb-2 flex flex-wrap gap-x-3 text-small text-soft">
        {settings.options.map((option, index) => (
          <li key={option.value} title={option.text} className="flex max-w-[200px] items-center gap-1.5">
            <Swatch color={index} />
            <span translate="no" className="truncate">
              {option.text}
            </span>
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button is the control; its keys are heard here. */}
      <div onKeyDown={onKeyDown}>
        <NoSpans {...props} />
      </div>
      <p className="mt-2 text-small text-soft">
        <Named of={t("spans.unmarked", { field: settings.field })} />
      </p>
    </QuestionFrame>
  );
}

/** A button that says "no spans": of all records of the form, or of a record whose question is optional. */
function NoSpans({ question: { name }, state, onAction }: Pick<SpanProps, "question" | "state" | "onAction">) {
  const none = state.answer.type === "span" && state.answer.value?.length === 0;
  const press = () => onAction({ type: none ? "clearQuestion" : "noSpans", question: name });
  return (
    <button
      type="button"
      {...ENTER_IS_A_COMMAND}
      {...{ [OPTION]: "" }}
      aria-pressed={none}
      onClick={press}
      onKeyDown={(event) => pressOnSpace(event, press)}
      className={cx(
        "inline-flex h-8 items-center gap-2 rounded-control px-3 whitespace-nowrap max-md:h-11",
        LOOKS[none ? "chosen" : "plain"],
      )}
    >
      {t("spans.none")}
    </button>
  );
}

/** The parts of a span question, loaded with the first dataset that has one. */
export const SPAN_PARTS = { Control: SpanQuestion, Field: SpanField };
