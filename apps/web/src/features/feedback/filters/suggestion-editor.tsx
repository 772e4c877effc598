import { chosenTerms, type FilterableQuestion, plainChoices, withChosen } from "@postil/domain/search/filter-offer";
import { SCORE_TRACK } from "@postil/domain/search/filter-range";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { useMemo } from "react";
import "../../../lib/i18n/en/filter-editing.ts";
import { suggestionAgentsQuery } from "../../../lib/api/queries/filter-options.ts";
import { Tabs } from "../../../ui/tabs.tsx";
import {
  conditionAt,
  type EditorProps,
  RangeEditor,
  TermsEditor,
} from "../../../workbench/filters/condition-editors.tsx";
import { Waiting } from "../../../workbench/filters/waiting.tsx";
import { AnswerEditor } from "./answer-editor.tsx";

const PARTS = ["value", "score", "agent"] as const;
export type SuggestionPart = (typeof PARTS)[number];

type SuggestionEditorProps = Omit<EditorProps, "scope"> & {
  datasetId: string;
  question: FilterableQuestion;
  part: SuggestionPart;
  onPart: (part: SuggestionPart) => void;
};

/** What was suggested, how sure the agent was, and which agent it was (FFI-09). */
export function SuggestionEditor({ datasetId, question, part, onPart, ...editor }: SuggestionEditorProps) {
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

type AgentEditorProps = EditorProps & { datasetId: string; question: FilterableQuestion };

/** FFI-15, FFI-16 */
function AgentEditor({ datasetId, question, ...editor }: AgentEditorProps) {
  const { data, isError, refetch } = useQuery(suggestionAgentsQuery(datasetId));
  const agents = data?.get(question.name);
  const choices = useMemo(() => plainChoices((agents ?? []).map((agent) => ({ value: agent, text: agent }))), [agents]);
  if (data === undefined) return <Waiting failed={isError} onRetry={() => void refetch()} />;
  const offered = withChosen(choices, chosenTerms(conditionAt(editor.filters, editor.scope)));
  if (offered.length === 0) return <p className="px-4 py-3 text-soft">{t("filterEditing.noAgents")}</p>;
  return <TermsEditor {...editor} choices={choices} />;
}
