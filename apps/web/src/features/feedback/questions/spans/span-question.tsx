import { numbersUpTo } from "@postil/domain/answers/option-keys";
import { indexLabels, type NumberedOption } from "@postil/domain/labels/label-search";
import { hasLabelSearch, labelLayout, showOptions } from "@postil/domain/labels/visible-options";
import { fieldText } from "@postil/domain/records/field-text";
import { t } from "i18next";
import { type KeyboardEvent, use, useCallback, useEffect, useImperativeHandle, useMemo, useRef } from "react";
import type { Command, Keys } from "../../../../lib/commands/command.ts";
import { useCommands, usePrintedKeys } from "../../../../lib/commands/commands-provider.tsx";
import { ENTER_IS_A_COMMAND } from "../../../../lib/commands/key-owner.ts";
import { usePreference } from "../../../../lib/preferences/use-preference.ts";
import { useLatest } from "../../../../lib/use-latest.ts";
import { cx } from "../../../../ui/cx.ts";
import { KeyCap } from "../../../../ui/key-cap.tsx";
import { pressOnSpace } from "../../../../ui/press-on-space.ts";
import { Swatch } from "../../../../ui/swatch.tsx";
import { LabelList } from "../../../../workbench/labels/label-list.tsx";
import type { LabelOptionProps } from "../../../../workbench/labels/label-option.tsx";
import { useSearchKeys } from "../../../../workbench/labels/label-search.tsx";
import { focusInPanel, goBeside, LOOKS, OPTION, optionsIn } from "../../../../workbench/labels/option-focus.ts";
import { type LabelView, moreOf, useLabelView } from "../../../../workbench/labels/use-label-view.ts";
import { useDigits } from "../digit-keys.ts";
import type { QuestionOf, QuestionProps } from "../question-control.ts";
import { QuestionFrame } from "../question-frame.tsx";
import { SearchOfLabels } from "../search-of-labels.tsx";
import { FormOnPageContext, SpansInRowsContext } from "../use-answer-form.ts";
import { type LabelHandlers, optionKeys, useLabelFocus, useLabelHandle } from "../use-label-handlers.ts";
import { SpanFrame } from "./span-frame.tsx";
import { setSpanWork, textToEnter, useSpanWork } from "./span-work.ts";

type SpanProps = QuestionProps<QuestionOf<"span">>;

/** A span question: the choice of the label for marked text. The marking itself is done in its field (FAN-28). */
export function SpanQuestion(props: SpanProps) {
  const isMarked = use(FormOnPageContext) !== null;
  const inRows = use(SpansInRowsContext) && !isMarked;
  return isMarked || inRows ? <SpanLabels {...props} inRows={inRows} /> : <UnmarkedSpans {...props} />;
}

/** `inRows`: the form is for many records, and each has its own spans. */
function SpanLabels({ inRows, ...props }: SpanProps & { inRows: boolean }) {
  const { question, recordKey, fields, disabled, ref } = props;
  const { options, visibleOptions, field } = question.settings;
  const { active, inText } = useSpanWork(question.id);
  const view = useActiveLabel(question, active, recordKey);
  const searchable = hasLabelSearch(options.length, visibleOptions);
  const handlers = useSpanHandlers(props, view);
  const { list, take, leaveSearch, toSearch } = handlers;
  useLabelHandle(ref, handlers, searchable);
  const onSearchKeyDown = useSearchKeys({
    view,
    onTake: take,
    onMark: ({ value }) => list.current?.show(value),
    onLeave: leaveSearch,
    onArrow: () => undefined,
  });
  const propsOf = useOptionProps(view, (value) => handlers.pick(value, "other"));
  const enterKeys = useTextCommand(question, t("spans.intoText", { field }));
  const find = useLatest(() => toSearch());
  useEffect(() => setSpanWork(question.id, { find: searchable ? find : null }), [question.id, searchable, find]);

  const name = view.index.byValue.get([...view.selected][0] ?? "")?.text;
  return (
    <SpanFrame
      {...props}
      inRows={inRows}
      sticky={view.layout === "many"}
      lettersTyped={searchable}
      search={searchable && <SearchOfLabels view={view} handlers={handlers} onKeyDown={onSearchKeyDown} />}
    >
      <LabelList
        ref={list}
        recordKey={recordKey}
        shown={view.shown}
        columns={view.layout !== "pills"}
        propsOf={propsOf}
        onKeyDown={optionKeys(handlers, searchable)}
        onClearSearch={() => toSearch("")}
        note={null}
        more={moreOf(view, visibleOptions)}
      />
      {inRows && (
        <div className="mt-3">
          <NoSpans {...props} />
          <p className="mt-2 text-small text-soft">{t("spans.inRows", { field })}</p>
        </div>
      )}
      {!inRows && (fieldText(fields, field) ?? "") === "" ? (
        <p className="mt-3 text-small text-soft">{t("spans.noField", { field })}</p>
      ) : (
        !disabled && <SpanKeys inText={inText} enterKeys={enterKeys} label={name ?? ""} />
      )}
    </SpanFrame>
  );
}

/** The labels and the active one: the first label, until the user takes another. */
function useActiveLabel({ id, settings }: QuestionOf<"span">, active: string | null, recordKey: string): LabelView {
  const { options, visibleOptions: visible } = settings;
  const index = useMemo(() => indexLabels(options), [options]);
  const chosen = active !== null && index.byValue.has(active) ? active : options[0]?.value;
  const selected = useMemo(() => new Set(chosen === undefined ? [] : [chosen]), [chosen]);
  const show = useCallback(
    (showing: { readonly query: string; readonly expanded: boolean }) =>
      showOptions(index, { ...showing, visible, selected, suggested: NONE, suggestionsFirst: false }),
    [index, visible, selected],
  );
  const layout = (expanded: boolean) => labelLayout(options.length, visible, expanded);
  return useLabelView({ id, recordKey, index, selected, show, layout });
}

const NONE: ReadonlyMap<string, number | null> = new Map();

function useSpanHandlers({ question, recordKey, disabled }: SpanProps, view: LabelView): LabelHandlers {
  const { focusLater, ...ways } = useLabelFocus(view);
  const { options } = view.index;
  const pick = (value: string) => {
    if (!disabled) setSpanWork(question.id, { active: value });
  };
  const digits = useDigits(numbersUpTo(options.length), recordKey, (number) => {
    const option = options[number - 1];
    if (option === undefined) return;
    pick(option.value);
    focusLater(option.value);
  });
  const take = ({ value }: NumberedOption) => {
    view.setQuery("");
    pick(value);
    focusLater(value);
  };
  return { ...ways, digits, pick, take };
}

function useOptionProps(view: LabelView, pick: (value: string) => void) {
  const { selected, query, marked, layout } = view;
  const [showCap] = usePreference("showKeyCaps");
  const onPick = useLatest(pick);
  return ({ value, text, description, number }: NumberedOption): LabelOptionProps => ({
    value,
    text: text === "" ? value : text,
    description,
    cap: String(number),
    look: selected.has(value) ? "active" : "plain",
    color: number - 1,
    shape: layout === "pills" ? "pill" : "row",
    spoken: undefined,
    percent: undefined,
    scoreAbove: false,
    round: true,
    showCap,
    query,
    marked: value === marked?.value,
    onPick,
  });
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

type SpanKeysProps = {
  inText: boolean;
  /** the keys of the command that enters the text; undefined if there are none */
  enterKeys: Keys | undefined;
  /** the label that Enter gives */
  label: string;
};

/** One line about the keyboard: how to enter the text, or, inside the text, what its keys do. */
function SpanKeys({ inText, enterKeys, label }: SpanKeysProps) {
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
function UnmarkedSpans(props: QuestionProps<QuestionOf<"span">>) {
  const { question, ref } = props;
  const { settings } = question;
  const frame = useRef<HTMLFieldSetElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () => frame.current && focusInPanel(optionsIn(frame.current)[0]),
    typeDigit: () => undefined,
    find: () => false,
  }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Tab" && goBeside(frame.current, event)) event.preventDefault();
  };
  return (
    <QuestionFrame {...props} frame={frame} note={false} hint={t("spans.unmarked", { field: settings.field })}>
      <ul aria-label={t("spans.labels")} className="mb-2 flex flex-wrap gap-x-3 text-small text-soft">
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
      <p className="mt-2 text-small text-soft">{t("spans.unmarked", { field: settings.field })}</p>
    </QuestionFrame>
  );
}

type NoSpansProps = Pick<QuestionProps<QuestionOf<"span">>, "question" | "state" | "onAction">;

/** A button that sets "no spans" for all records of the form. */
function NoSpans({ question: { name }, state, onAction }: NoSpansProps) {
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
