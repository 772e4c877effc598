import type { Family } from "@postil/domain/outbox/family";
import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import type { There } from "@postil/domain/outbox/take-in";
import type { ResponseStatus } from "@postil/domain/records/response";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { t } from "i18next";
import type { RecordOf, RecordsOnServer } from "./records-on-server.ts";

/** What lists of unsent work ask of a family, whatever page is open. */
type FamilyOfWork = {
  /** What an answer of this status is called. */
  readonly statusName: (status: ResponseStatus) => string;
  /** What stands beside an answer and is not said by whoever gives it. */
  readonly unsaid: string | null;
  readonly records: () => Promise<{ readonly onServer: RecordsOnServer }>;
};

const FAMILIES: { readonly [F in Family]: FamilyOfWork } = {
  feedback: {
    statusName: (status) => t(`answerStatus.name.${status}`),
    unsaid: null,
    records: () => import("./feedback-records.ts"),
  },
  tasks: {
    statusName: (status) => t(TASK_STATUS[status]),
    // Who says it goes along with an annotation, and is the reader.
    unsaid: "agent",
    records: () => import("./task-records.ts"),
  },
};
const TASK_STATUS = {
  submitted: "answerStatus.name.validated",
  discarded: "answerStatus.name.discarded",
  draft: "saving.takenBack",
} as const satisfies { readonly [S in ResponseStatus]: string };

/** What somebody did to a record, in the words of its family. */
export function statusWord({ family, intent }: Pick<OutboxEntry, "family" | "intent">): string {
  return intent.kind === "remove" ? t("saving.cleared") : FAMILIES[family].statusName(intent.status);
}

/** Whether the part of an answer under this name is said by whoever gives it. */
export const isSaid = (family: Family, name: string): boolean => FAMILIES[family].unsaid !== name;

/** What the server has of the reader's own on a record. */
export async function ownAnswerOnServer(of: RecordOf): Promise<There> {
  const { onServer } = await FAMILIES[of.family].records();
  return onServer.own(of);
}

const MINUTES = 60_000;

/** What people know a record by, for lists of what was done (design/shell.md#header). */
export const knownRecordQuery = (client: QueryClient, { family, datasetId, recordId }: RecordOf) =>
  queryOptions({
    queryKey: ["known-record", datasetId, recordId],
    queryFn: async () => {
      const { onServer } = await FAMILIES[family].records();
      return onServer.known(client, { family, datasetId, recordId });
    },
    staleTime: 5 * MINUTES,
    retry: false,
    structuralSharing: false,
  });
