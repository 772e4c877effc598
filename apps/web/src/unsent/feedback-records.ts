import { recordFromWire } from "@postil/contract/feedback/record-mapping";
import { fieldText, ownResponse } from "@postil/domain/records/record";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import { api } from "../lib/api/api.ts";
import { NOT_THERE } from "../lib/api/failure.ts";
import { workspacesQuery } from "../lib/api/queries/dataset.ts";
import { questionsQuery } from "../lib/api/queries/dataset-parts.ts";
import { myDatasetsQuery } from "../lib/api/queries/datasets.ts";
import { recordQuery } from "../lib/api/queries/records.ts";
import { beginningOf, type RecordsOnServer } from "./records-on-server.ts";

// chunk: borrowed

/** Records of feedback datasets, with fields and questions. */
export const onServer: RecordsOnServer = {
  async own({ datasetId, recordId }) {
    const asked = { params: { record_id: recordId }, query: { include: ["responses"] } };
    const record = await api.call("getRecord", asked, { quiet: true, accept: NOT_THERE });
    const isThere = record !== null && record.dataset_id === datasetId;
    return isThere ? { response: ownResponse(recordFromWire(record)) } : "gone";
  },
  async known(client, { datasetId, recordId }) {
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
  },
};
