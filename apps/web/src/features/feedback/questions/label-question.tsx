import { hasLabelSearch } from "@postil/domain/answers/visible-options";
import { t } from "i18next";
import type { ReactNode } from "react";
import { useCommandRegistry } from "../../../lib/commands/commands-provider.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { AnswerChips, OneAnswer } from "../../../workbench/labels/answer-chips.tsx";
import { LabelList } from "../../../workbench/labels/label-list.tsx";
import type { RecentLabelsProps } from "../../../workbench/labels/recent-labels.tsx";
import { moreOf } from "../../../workbench/labels/use-label-view.ts";
import { useRecentLabels } from "../../../workbench/labels/use-recent-labels.ts";
import { useSearchKeys } from "../../../workbench/labels/use-search-keys.ts";
import { AnswerCount } from "./answer-count.tsx";
import { optionKeys, useLabelHandle } from "./label-keys.ts";
import { QuestionFrame } from "./question-frame.tsx";
import { SearchOfLabels } from "./search-of-labels.tsx";
import { SuggestionNote } from "./suggestion-note.tsx";
import { SuggestionsFirst } from "./suggestions-first.tsx";
import { type LabelQuestionProps, useLabelHandlers } from "./use-label-handlers.ts";
import { useOptionProps } from "./use-option-props.ts";
import { useQuestionLabels } from "./use-question-labels.ts";

/** With long lists only, and not before something was chosen. */
const RecentLabels = lazyPart<RecentLabelsProps>(() => import("../../../workbench/labels/recent-labels.tsx"));
const nothing = () => undefined;

/** So many signs of a name are surely seen on a pill. */
const PILL_NAME = 26;

/** One label or several: numbered toggles, a search, and the rest behind "+k" (FAN-22 to FAN-24, FAN-29, FAN-30). */
export function LabelQuestion(props: LabelQuestionProps) {
  const { question, state, recordKey, ref } = props;
  const { settings } = question;
  const searchable = hasLabelSearch(settings.options.length, settings.visibleOptions);
  const view = useQuestionLabels(question, state, recordKey);
  const registry = useCommandRegistry();
  const { index, selected, shown, layout } = view;
  const many = layout === "many";
  const recent = useRecentLabels(question.id, recordKey);
  const handlers = useLabelHandlers(props, view, recent.remember);
  const { list, pick, take, goTo, leaveSearch, toSearch } = handlers;
  useLabelHandle(ref, handlers, searchable);
  const onSearchKeyDown = useSearchKeys({
    view,
    onTake: take,
    onMark: ({ value }) => list.current?.show(value),
    onLeave: leaveSearch,
    onArrow: (step) => registry.run(step === 1 ? "questions.next" : "questions.previous"),
  });
  const propsOf = useOptionProps({ question, state, view, onPick: (value) => pick(value, "other") });

  const optionsOf = (values: Iterable<string>) => [...values].flatMap((value) => index.byValue.get(value) ?? []);
  // Pills that are chosen stay on the page, except while something else is looked for; a long name is not all on its pill.
  const offPage = optionsOf(selected).filter(
    (option) => many || !shown.includes(option) || option.text.length > PILL_NAME,
  );
  return (
    <LabelFrame
      {...props}
      count={selected.size}
      many={many}
      longest={index.longest}
      chips={offPage.length > 0 && <AnswerChips options={offPage} propsOf={propsOf} onGoTo={goTo} />}
      recent={<RecentLabels options={optionsOf(recent.values)} propsOf={propsOf} whenMissing={nothing} />}
      search={searchable && <SearchOfLabels view={view} handlers={handlers} onKeyDown={onSearchKeyDown} />}
    >
      {(note) => (
        <LabelList
          ref={list}
          recordKey={recordKey}
          shown={shown}
          columns={layout !== "pills"}
          propsOf={propsOf}
          onKeyDown={optionKeys(handlers, searchable)}
          onClearSearch={() => toSearch("")}
          note={note}
          more={moreOf(view, settings.visibleOptions)}
        />
      )}
    </LabelFrame>
  );
}

type LabelFrameProps = Omit<LabelQuestionProps, "ref"> & {
  count: number;
  many: boolean;
  /** the longest name of a label */
  longest: string;
  chips: ReactNode;
  recent: ReactNode;
  /** false where there is none */
  search: ReactNode;
  /** the options, given what stands after them */
  children: (note: ReactNode) => ReactNode;
};

/** What stands around the options. Many have their search, the latest and the answer above them, in view while they go by. */
function LabelFrame({ count, many, longest, chips, recent, search, children, ...props }: LabelFrameProps) {
  const { question, state, disabled, onAction } = props;
  const single = question.settings.type === "label_selection";
  const suggestionsFirst = state.suggestion !== null && <SuggestionsFirst question={question} />;
  const note = <SuggestionNote {...{ question, state, disabled, onAction }} className="ml-auto" />;
  const answer = single ? (
    <OneAnswer longest={longest}>{chips}</OneAnswer>
  ) : (
    <div className="min-h-7 basis-full">{chips}</div>
  );
  const above = many || search === false;
  return (
    <QuestionFrame
      {...{ question, state, disabled, onAction }}
      hint={t(single ? "questions.hint.one" : "questions.hint.several")}
      note={search === false}
      clearable={single}
      lettersTyped={search !== false}
      sticky={many}
      aside={
        <>
          {!single && count > 0 && (
            <AnswerCount
              text={t("questions.labels.selected", { count })}
              onClear={disabled ? null : () => onAction({ type: "clearQuestion", question: question.name })}
            />
          )}
          {above && suggestionsFirst}
        </>
      }
      end={many ? answer : search}
      tools={
        <>
          {!many && chips}
          {many && (
            <div className="flex items-center gap-3 @max-[480px]:flex-wrap">
              {search}
              {recent}
              {note}
            </div>
          )}
        </>
      }
    >
      {children(
        !above && (
          <span className="float-right my-1 ml-auto flex items-center gap-1">
            {suggestionsFirst}
            {note}
          </span>
        ),
      )}
    </QuestionFrame>
  );
}
