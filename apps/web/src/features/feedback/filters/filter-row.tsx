import "../../../lib/i18n/en/filter-editing.ts";
import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { FilterableQuestion } from "@postil/domain/search/filter-offer";
import {
  chosenTerms,
  metadataTrack,
  plainChoices,
  ratingTrack,
  SCORE_TRACK,
  type TermChoice,
  type Track,
  termChoices,
  withChosen,
} from "@postil/domain/search/filter-values";
import { wordsOfFilter } from "@postil/domain/search/filter-words";
import type { FilterScope } from "@postil/domain/search/record-criteria";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { type ReactNode, useMemo } from "react";
import { metadataMetricsQuery, suggestionAgentsQuery } from "../../../lib/api/queries/records.ts";
import { Tabs } from "../../../ui/tabs.tsx";
import {
  conditionAt,
  type EditorProps,
  RangeEditor,
  TermsEditor,
} from "../../../workbench/search/condition-editors.tsx";
import { FilterGroups } from "../../../workbench/search/filter-groups.tsx";
import { Level, Waiting } from "../../../workbench/search/popover-parts.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";
import { type FilterEditing, FilterGroup } from "./filter-group.tsx";
import { PropertyChooser, QuestionChooser } from "./scope-chooser.tsx";
import { type FilterOffer, useFilterOffer } from "./use-filter-offer.ts";

const GROUPS = ["metadata", "response", "suggestion"] as const;
type Group = (typeof GROUPS)[number];

type FilterRowProps = { datasetId: string; controls: CriteriaControls; id?: string; className?: string };

/** The three filters of a feedback dataset (FFI-07 to FFI-09). */
export default function FilterRow({ datasetId, controls, ...place }: FilterRowProps) {
  const offer = useFilterOffer(datasetId);
  return (
    <FilterGroups {...place}>
      {GROUPS.map((group) => (
        <FilterGroup
          key={group}
          name={t(`filterEditing.group.${group}`)}
          label={t(`filterEditing.by.${group}`)}
          part={group === "metadata" ? offer.properties : offer.questions}
          holds={({ entity }) => entity === group}
          words={(filter) => wordsOfFilter(filter, offer.known)}
          controls={controls}
        >
          {(editing) => <FilterPopover group={group} offer={offer} {...editing} />}
        </FilterGroup>
      ))}
    </FilterGroups>
  );
}

/** The popover of a filter button: first the choice of a filter, then its values (design/filters.md#values). */
function FilterPopover(props: FilterEditing & { group: Group; offer: FilterOffer }) {
  const { group, offer, filters, onChange, at, onAt, from } = props;
  const questions = offer.questions.state === "ready" ? offer.questions.items : [];
  const properties = offer.properties.state === "ready" ? offer.properties.items : [];
  const editor = { filters, onChange };
  const level = (title: string, content: ReactNode) => (
    <Level key={title} title={title} isName onBack={() => onAt(null)}>
      {content}
    </Level>
  );
  if (at?.entity === "metadata") {
    const property = properties.find(({ name }) => name === at.property);
    const { datasetId } = offer;
    if (property !== undefined) {
      const { title } = property;
      return level(title, <MetadataEditor {...editor} {...{ datasetId, property, title, scope: at }} />);
    }
  } else if (at !== null) {
    const question = questions.find(({ name }) => name === at.question);
    if (question !== undefined && at.entity === "response") {
      return level(question.title, <AnswerEditor {...editor} question={question} title={question.title} scope={at} />);
    }
    if (question !== undefined && at.entity === "suggestion") {
      return level(
        question.title,
        <SuggestionEditor
          {...editor}
          datasetId={offer.datasetId}
          question={question}
          title={question.title}
          part={at.property}
          onPart={(property) => onAt({ ...at, property })}
        />,
      );
    }
  }
  const choosing = { filters, onChoose: onAt };
  return (
    <Level key="" {...(from === null ? {} : { first: `[data-scope="${CSS.escape(nameOf(from))}"]` })}>
      {group === "metadata" ? (
        <PropertyChooser {...choosing} datasetId={offer.datasetId} properties={properties} />
      ) : (
        <QuestionChooser {...choosing} group={group} questions={questions} />
      )}
    </Level>
  );
}

function nameOf(scope: FilterScope): string {
  return scope.entity === "metadata" ? scope.property : scope.question;
}

type Filterable = FilterableQuestion["settings"];
type Offered = { readonly track: Track } | { readonly choices: readonly TermChoice[]; readonly several: boolean };

/** The values to filter by, for each type: a range, or labels. A filter can require several labels at once (FFI-17, FFI-18). */
const OFFERED: {
  readonly [Type in Filterable["type"]]: (settings: Extract<Filterable, { readonly type: Type }>) => Offered;
} = {
  rating: (settings) => ({ track: ratingTrack(settings) }),
  label_selection: ({ options }) => ({ choices: plainChoices(options), several: false }),
  multi_label_selection: ({ options }) => ({ choices: plainChoices(options), several: true }),
};

function AnswerEditor({ question: { settings }, ...editor }: EditorProps & { question: FilterableQuestion }) {
  // The function of a type gets the settings of that type.
  const offered = useMemo(() => (OFFERED[settings.type] as (of: Filterable) => Offered)(settings), [settings]);
  return "track" in offered ? <RangeEditor {...editor} {...offered} /> : <TermsEditor {...editor} {...offered} />;
}

const PARTS = ["value", "score", "agent"] as const;
type SuggestionPart = (typeof PARTS)[number];

type SuggestionEditorProps = Omit<EditorProps, "scope"> & {
  datasetId: string;
  question: FilterableQuestion;
  part: SuggestionPart;
  onPart: (part: SuggestionPart) => void;
};

/** Filters by the suggested value, its score, and its agent (FFI-09). */
function SuggestionEditor({ datasetId, question, part, onPart, ...editor }: SuggestionEditorProps) {
  const scope = { entity: "suggestion", question: question.name, property: part } as const;
  return (
    <Tabs
      label={t("filterEditing.parts")}
      tabs={PARTS.map((id) => ({ id, label: t(`filterEditing.part.${id}`) }))}
      selected={part}
      onSelect={onPart}
      listClassName="px-4 gap-4 [&>*]:h-8 max-md:[&>*]:h-11"
    >
      {part === "value" && <AnswerEditor {...editor} scope={scope} question={question} />}
      {part === "score" && <RangeEditor {...editor} scope={scope} track={SCORE_TRACK} percent />}
      {part === "agent" && <AgentEditor {...editor} scope={scope} datasetId={datasetId} question={question} />}
    </Tabs>
  );
}

/** FFI-15, FFI-16 */
function AgentEditor(props: EditorProps & { datasetId: string; question: FilterableQuestion }) {
  const { datasetId, question, ...editor } = props;
  const { data, isError, refetch } = useQuery(suggestionAgentsQuery(datasetId));
  const agents = data?.get(question.name);
  const choices = useMemo(() => plainChoices((agents ?? []).map((agent) => ({ value: agent, text: agent }))), [agents]);
  if (data === undefined) return <Waiting failed={isError} onRetry={() => void refetch()} />;
  const offered = withChosen(choices, chosenTerms(conditionAt(editor.filters, editor.scope)));
  if (offered.length === 0) return <p className="px-4 py-3 text-soft">{t("filterEditing.noAgents")}</p>;
  return <TermsEditor {...editor} choices={choices} />;
}

/** The values of a property with their number of records, or its range (FEN-19, FEN-20). */
function MetadataEditor(props: EditorProps & { datasetId: string; property: MetadataProperty }) {
  const { datasetId, property, ...editor } = props;
  const { data: metrics, isError, refetch } = useQuery(metadataMetricsQuery(datasetId, property.id));
  const choices = useMemo(() => (metrics?.type === "terms" ? termChoices(metrics) : []), [metrics]);
  if (metrics === undefined) return <Waiting failed={isError} onRetry={() => void refetch()} />;
  if (metrics.type === "terms") return <TermsEditor {...editor} choices={choices} />;
  const track = metadataTrack(metrics);
  if (track === null) return <p className="px-4 py-3 text-soft">{t("words.noValues")}</p>;
  return <RangeEditor {...editor} track={track} />;
}
