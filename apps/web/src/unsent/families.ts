import type { Family } from "@postil/domain/outbox/family";
import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import type { There } from "@postil/domain/outbox/take-in";
import type { ResponseStatus } from "@postil/domain/records/response";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { t } from "i18next";
import type { RecordOf, RecordsOnServer } from "./records-on-server.ts";

/** The functions of a family that lists of unsent work need on every page. */
type FamilyOfWork = {
  /** The name of an answer's status. */
  readonly statusName: (status: ResponseStatus) => string;
  /** The name of a part of an answer that the user does not give. Null: there is none. */
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
    // The agent is sent with an annotation. It is always the user.
    unsaid: "agent",
    records: () => import("./task-records.ts"),
  },
};
const TASK_STATUS = {
  submitted: "answerStatus.name.validated",
  discarded: "answerStatus.name.discarded",
  draft: "saving.takenBack",
} as const satisfies { readonly [S in ResponseStatus]: string };

/** The word for an answer's action on its record, in the terms of its family. */
export function statusWord({ family, intent }: Pick<OutboxEntry, "family" | "intent">): string {
  return intent.kind === "remove" ? t("saving.cleared") : FAMILIES[family].statusName(intent.status);
}

/** True if the user gives the part of an answer with this name. */
export const isSaid = (family: Family, name: string): boolean => FAMILIES[family].unsaid !== name;

/** The user's own answer to a record on the server. */
export async function ownAnswerOnServer(of: RecordOf): Promise<There> {
  const { onServer } = await FAMILIES[of.family].records();
  return onServer.own(of);
}

const MINUTES = 60_000;

/** The texts by which users recognise a record, for lists of actions (design/shell.md#header). */
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
