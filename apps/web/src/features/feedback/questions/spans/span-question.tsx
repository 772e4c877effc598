import { indexLabels, type NumberedOption } from "@postil/domain/answers/label-search";
import { numbersUpTo } from "@postil/domain/answers/option-keys";
import { hasLabelSearch, labelLayout, showOptions } from "@postil/domain/answers/visible-options";
import { fieldText } from "@postil/domain/records/field-text";
import { t } from "i18next";
import { use, useCallback, useEffect, useMemo } from "react";
import type { Command, Keys } from "../../../../lib/commands/command.ts";
import { useCommands, usePrintedKeys } from "../../../../lib/commands/commands-provider.tsx";
import { usePreference } from "../../../../lib/preferences/use-preference.ts";
import { useLatest } from "../../../../lib/use-latest.ts";
import { LabelList } from "../../../../workbench/labels/label-list.tsx";
import type { LabelOptionProps } from "../../../../workbench/labels/label-option.tsx";
import { type LabelView, moreOf, useLabelView } from "../../../../workbench/labels/use-label-view.ts";
import { useSearchKeys } from "../../../../workbench/labels/use-search-keys.ts";
import { FormOnPageContext, SpansInRowsContext } from "../form-on-page.ts";
import { optionKeys, useLabelHandle } from "../label-keys.ts";
import type { QuestionOf, QuestionProps } from "../question-control.ts";
import { SearchOfLabels } from "../search-of-labels.tsx";
import { useDigits } from "../use-digits.ts";
import { type LabelHandlers, useLabelFocus } from "../use-label-handlers.ts";
import { SpanFrame } from "./span-frame.tsx";
import { SpanKeys } from "./span-keys.tsx";
import { setSpanWork, textToEnter, useSpanWork } from "./span-work.ts";
import { NoSpans, UnmarkedSpans } from "./unmarked-spans.tsx";

type SpanProps = QuestionProps<QuestionOf<"span">>;

/** A question of spans: which label what is marked gets. The marking itself is done in its field (FAN-28). */
export function SpanQuestion(props: SpanProps) {
  const isMarked = use(FormOnPageContext) !== null;
  const inRows = use(SpansInRowsContext) && !isMarked;
  return isMarked || inRows ? <SpanLabels {...props} inRows={inRows} /> : <UnmarkedSpans {...props} />;
}

/** `inRows`: of many records, each of which has its own spans. */
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

/** The labels with the one that is active: the first, until another one is taken. */
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

/** W puts the keyboard into the field (design/keys.md#labeling). Returns the keys to print. */
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
