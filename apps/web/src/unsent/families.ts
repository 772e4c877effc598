import type { Family, OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import type { There } from "@postil/domain/outbox/take-in";
import type { ResponseStatus } from "@postil/domain/records/labeled-record";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { t } from "i18next";
import type { LocalDraft } from "../lib/drafts/draft.ts";
import type { KnownRecord, Marked, RecordOf, RecordsOnServer } from "./records-on-server.ts";

/** The functions of a family that lists of unsent work need on every page. */
type FamilyOfWork = {
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
const isSaid = (family: Family, name: string): boolean => FAMILIES[family].unsaid !== name;

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

/** The maximum length of an answer's preview, in UTF-16 units: it has one line. */
const LENGTH = 200;

type Said = {
  readonly family: Family;
  readonly draft: Pick<LocalDraft, "answers"> | null;
  readonly entry: Pick<OutboxEntry, "intent"> | null;
};

/**
 * The answers of an item in one line, as "question: answer", so that users recognise it. A span shows its marked words if the
 * record is known.
 */
export function preview({ family, draft, entry }: Said, known?: KnownRecord): string {
  const answers = draft?.answers ?? (entry?.intent.kind === "save" ? entry.intent.values : null) ?? {};
  const said = Object.entries(answers).flatMap(([question, { value }]) => {
    if (!isSaid(family, question)) return [];
    const text = textOf(value, known?.markedBy(question) ?? null);
    return text === "" ? [] : [`${question}: ${text}`];
  });
  return said.join(" · ").slice(0, LENGTH);
}

/** Answers of a draft come from the browser's storage and are not checked. */
function textOf(value: unknown, marked: Marked | null): string {
  if (typeof value === "string") return value.slice(0, LENGTH).replace(/\s+/gu, " ").trim();
  if (typeof value === "number") return String(value);
  if (Array.isArray(value))
    return value
      .map((one) => textOf(one, marked))
      .filter(Boolean)
      .join(", ");
  if (typeof value !== "object" || value === null) return "";
  const given = Object.entries(value);
  const span = marked && spanText(value, marked);
  if (span) return span;
  for (const name of SAID_BY) for (const [own, part] of given) if (own === name) return textOf(part, marked);
  return "";
}

/** The text of a ranking item is its value, of a span its label. An annotation of a task record has one of the lists. */
const SAID_BY = ["value", "label", "class_label", "text", "labels", "entities", "sentences"];

/** The maximum number of code points shown of a span. */
const WORDS = 40;

/** "Edgar Pryce (Person)". Null if the value is not a span. */
function spanText(value: object, { points, labels }: Marked): string | null {
  const { start, end, label } = { start: null, end: null, label: null, ...value };
  if (typeof start !== "number" || typeof end !== "number" || typeof label !== "string") return null;
  const words = points.slice(start, Math.min(end, start + WORDS)).join("");
  return words === "" ? null : `${words.replace(/\s+/gu, " ")} (${labels.get(label) ?? label})`;
}
