import { taskRecordFromWire } from "@postil/contract/mapping/task-records";
import { fieldText } from "@postil/domain/records/field-text";
import { readTaskRecordKey, type TaskRecordPlace, taskDatasetKey } from "@postil/domain/tasks/record-key";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { questionsQuery } from "../api/queries/dataset-parts.ts";
import { myDatasetsQuery } from "../api/queries/datasets.ts";
import { recordQuery } from "../api/queries/record.ts";
import { workspacesQuery } from "../api/queries/workspaces.ts";
import type { WorkItem } from "./work-items.ts";

/** What the spans of a question mark, by code points, and what its labels are called where that is not their value. */
export type Marked = { readonly points: readonly string[]; readonly labels: ReadonlyMap<string, string> };

/** What people know a record by. */
export type KnownRecord = {
  /** `workspace/name`; null: it is gone, or not theirs to open */
  readonly dataset: string | null;
  /** how the record begins; null: it is not there */
  readonly beginning: string | null;
  readonly markedBy: (question: string) => Marked | null;
};

const BEGINNING = 80;
const NO_LABELS: ReadonlyMap<string, string> = new Map();
const NOT_THERE = [403, 404, 422] as const;
const MINUTES = 60_000;

/** Of either family of datasets; asked for where a list of what was done names records (design/shell.md#header). */
export const knownRecordQuery = (
  client: QueryClient,
  { datasetId, recordId }: Pick<WorkItem, "datasetId" | "recordId">,
) =>
  queryOptions({
    queryKey: ["known-record", datasetId, recordId],
    queryFn: () => {
      const place = readTaskRecordKey(recordId);
      return place === null ? knownFeedbackRecord(client, datasetId, recordId) : knownTaskRecord(place);
    },
    staleTime: 5 * MINUTES,
    retry: false,
    structuralSharing: false,
  });

async function knownTaskRecord(place: TaskRecordPlace): Promise<KnownRecord> {
  const { workspace, dataset, id } = place;
  const request = { params: { name: dataset, id: String(id) }, query: { workspace } };
  const wire = await api.call("getTaskRecordV0", request, { quiet: true, accept: NOT_THERE });
  const record = wire && taskRecordFromWire(wire, place);
  const name = taskDatasetKey(workspace, dataset);
  if (record === null) return { dataset: name, beginning: null, markedBy: () => null };
  const text = "inputs" in record ? Object.values(record.inputs).flat().join(" ") : record.text;
  const marked = { points: Array.from(text), labels: NO_LABELS };
  return { dataset: name, beginning: beginningOf(text), markedBy: () => marked };
}

async function knownFeedbackRecord(client: QueryClient, datasetId: string, recordId: string): Promise<KnownRecord> {
  const datasets = await client.ensureQueryData(myDatasetsQuery());
  const dataset = datasets.find(({ id }) => id === datasetId);
  if (dataset === undefined) return { dataset: null, beginning: null, markedBy: () => null };
  const [workspaces, record, questions] = await Promise.all([
    client.ensureQueryData(workspacesQuery()),
    client.ensureQueryData(recordQuery(datasetId, recordId)),
    client.ensureQueryData(questionsQuery(datasetId)),
  ]);
  const workspace = workspaces.find(({ id }) => id === dataset.workspaceId);
  const fields = record?.fields ?? {};
  return {
    dataset: workspace === undefined ? dataset.name : taskDatasetKey(workspace.name, dataset.name),
    beginning: record && beginningOf(Object.values(fields).join(" ")),
    markedBy: (name) => {
      const settings = questions.find((question) => question.name === name)?.settings;
      if (settings?.type !== "span") return null;
      return {
        points: Array.from(fieldText(fields, settings.field) ?? ""),
        labels: new Map(settings.options.map(({ value, text }) => [value, text])),
      };
    },
  };
}

const beginningOf = (text: string): string => {
  const line = text
    .slice(0, 4 * BEGINNING)
    .replace(/\s+/gu, " ")
    .trim();
  return line.length > BEGINNING ? `${line.slice(0, BEGINNING).trimEnd()}…` : line;
};
