import { asObject, type JsonObject } from "../json-object.ts";
import { sameJson } from "../objects.ts";
import {
  type AnswerDraft,
  type KnownResponse,
  type OwnResponse,
  RESPONSE_STATUSES,
  saysTheSame,
  unsent,
} from "../records/labeled-record.ts";
import { type Family, familyOf, type Intent } from "./outbox-entry.ts";
import { areValues } from "./sound-intent.ts";
import { type Owner, WORK_FILE } from "./work-file.ts";

type OfRecord = {
  readonly family: Family;
  readonly recordId: string;
  readonly datasetId: string;
  /** Epoch ms. */
  readonly at: number;
};
/** `over`: the responses that the server may hold if no other user changed the record since; null for no response. */
export type FiledAnswer = OfRecord & {
  readonly kind: "answer";
  readonly intent: Intent;
  readonly over: readonly (Pick<OwnResponse, "status" | "values"> | null)[];
};
export type FiledDraft = OfRecord & { readonly kind: "draft"; readonly answers: AnswerDraft };
export type FiledWork = FiledAnswer | FiledDraft;

export type FileFault =
  | { readonly reason: "not-json"; readonly detail: string }
  | { readonly reason: "not-work" }
  | { readonly reason: "version"; readonly version: string }
  | { readonly reason: "too-many"; readonly count: number }
  | { readonly reason: "person"; readonly username: string }
  | { readonly reason: "server"; readonly server: string };

/** The fault of a record of the file, counted from 1: which member, what it contains and what it should contain. */
export type RecordFault = {
  readonly place: number;
  readonly member: string;
  readonly found: string;
  readonly wanted: "text" | "answer" | "answers" | "time" | "something" | "once";
};

export type WorkFile = {
  /** ISO time, as the file states it. */
  readonly exportedAt: string;
  readonly work: readonly FiledWork[];
  readonly faults: readonly RecordFault[];
};

/**
 * Reads a file of unsent work for the signed-in user (AUT-32). A fault in one record does not reject the other records.
 */
export function readWorkFile(
  text: string,
  me: Pick<Owner, "userId" | "username">,
  now: number,
): { readonly fault: FileFault } | { readonly file: WorkFile } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { fault: { reason: "not-json", detail: error instanceof Error ? error.message : "" } };
  }
  const file = asObject(json);
  const records = file?.records;
  if (file === null || file.format !== WORK_FILE.format || !Array.isArray(records))
    return { fault: { reason: "not-work" } };
  if (file.version !== WORK_FILE.version) return { fault: { reason: "version", version: short(file.version) } };
  if (file.user_id !== me.userId)
    return file.username === me.username
      ? { fault: { reason: "server", server: shortText(file.server) } }
      : { fault: { reason: "person", username: shortText(file.username) } };
  if (records.length > WORK_FILE.mostRecords) return { fault: { reason: "too-many", count: records.length } };
  return { file: { exportedAt: shortText(file.exported_at), ...readRecords(records, now) } };
}

/** Most characters that a fault quotes of the file. */
const QUOTED = 60;
const shortText = (value: unknown): string => (typeof value === "string" ? value : short(value)).slice(0, QUOTED);
const short = (value: unknown): string => (JSON.stringify(value) ?? "nothing").slice(0, QUOTED);

function readRecords(records: readonly unknown[], now: number): Pick<WorkFile, "work" | "faults"> {
  const work: FiledWork[] = [];
  const faults: RecordFault[] = [];
  const seen = new Set<unknown>();
  records.forEach((record, index) => {
    const filed = asObject(record) ?? {};
    const found = seen.has(filed.record_id) ? wrong("record_id", filed, "once") : readRecord(filed, now);
    seen.add(filed.record_id);
    if ("member" in found) faults.push({ place: index + 1, ...found });
    else work.push(...found.work);
  });
  return { work, faults };
}

type Wrong = Omit<RecordFault, "place">;
const wrong = (member: string, filed: JsonObject, wanted: Wrong["wanted"]): Wrong => ({
  member,
  wanted,
  found: short(filed[member]),
});

function readRecord(filed: JsonObject, now: number): Wrong | { readonly work: readonly FiledWork[] } {
  const { dataset_id: datasetId, record_id: recordId } = filed;
  if (typeof datasetId !== "string" || datasetId === "") return wrong("dataset_id", filed, "text");
  if (typeof recordId !== "string" || recordId === "") return wrong("record_id", filed, "text");
  const of = { family: familyOf(recordId), datasetId, recordId };
  const answer = filed.undelivered == null ? null : readAnswer(filed, now);
  if (answer !== null && "member" in answer) return answer;
  const draft = filed.typed == null ? null : readTyped(filed, now);
  if (draft !== null && "member" in draft) return draft;
  if (answer === null && draft === null) return wrong("typed", filed, "something");
  return {
    work: [
      ...(answer === null ? [] : [{ ...of, kind: "answer" as const, ...answer }]),
      ...(draft === null ? [] : [{ ...of, kind: "draft" as const, ...draft }]),
    ],
  };
}

function readAnswer(filed: JsonObject, now: number): Wrong | Pick<FiledAnswer, "intent" | "at" | "over"> {
  const { undelivered } = filed;
  const removes = asObject(undelivered)?.status === null;
  const said = removes ? null : readSaid(undelivered);
  if (!removes && said === null) return wrong("undelivered", filed, "answer");
  const at = readTime(filed.undelivered_at, now);
  if (at === null) return wrong("undelivered_at", filed, "time");
  const { undelivered_over: over } = filed;
  if (!Array.isArray(over)) return wrong("undelivered_over", filed, "answers");
  const intent: Intent = said === null ? { kind: "remove" } : { kind: "save", ...said };
  // An unreadable response cannot be one that the server holds, so it is left out without harm.
  return { intent, at, over: over.flatMap((one) => (one === null ? [null] : (readSaid(one) ?? []))) };
}

function readSaid(value: unknown): Pick<OwnResponse, "status" | "values"> | null {
  const { status: word, values } = asObject(value) ?? {};
  const status = RESPONSE_STATUSES.find((known) => known === word);
  if (status === undefined || (values != null && !areValues(values))) return null;
  return { status, values: values ?? null };
}

function readTyped(filed: JsonObject, now: number): Wrong | Pick<FiledDraft, "answers" | "at"> {
  const typed = asObject(filed.typed);
  const given = typed && Object.fromEntries(Object.entries(typed).filter(([, answer]) => answer !== null));
  if (typed === null || !areValues(given) || Object.keys(typed).length === 0) return wrong("typed", filed, "answers");
  const at = readTime(filed.typed_at, now);
  if (at === null) return wrong("typed_at", filed, "time");
  const untouched = asObject(filed.typed_untouched) ?? {};
  const answers = Object.keys(typed).map((name) => {
    const parts = untouched[name];
    const texts = Array.isArray(parts) ? parts.filter((part) => typeof part === "string") : [];
    return [name, { value: given[name]?.value ?? null, untouched: texts }] as const;
  });
  return { at, answers: Object.fromEntries(answers) };
}

/** Reads a time. A future time, from a clock that is ahead, counts as now. */
function readTime(value: unknown, now: number): number | null {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(at, now);
}

export type Here = {
  readonly answer: { readonly intent: Intent; readonly at: number } | null;
  readonly draft: { readonly answers: AnswerDraft; readonly at: number } | null;
};

/** The server's state of a record: `gone` if it does not exist or is not the user's; else the user's response. */
export type There = "gone" | { readonly response: KnownResponse | null };

/** `takes`: the work is imported. `there`: it would change nothing. The other values say why it is not imported. */
export type Verdict = "takes" | "there" | "newer-here" | "newer-there" | "gone";

/** Imported unless the same work is there, or this browser or the server holds newer work (AUT-32). */
export function verdictOn(work: FiledWork, here: Here, there: There): Verdict {
  if (there === "gone") return "gone";
  return work.kind === "answer" ? onAnswer(work, here, there.response) : onDraft(work, here, there.response);
}

function onAnswer({ intent, at, over }: FiledAnswer, { answer }: Here, response: KnownResponse | null): Verdict {
  if (answer !== null) {
    if (sameJson(answer.intent, intent)) return "there";
    if (answer.at >= at) return "newer-here";
  }
  const wanted = intent.kind === "remove" ? null : { ...intent, id: null, updatedAt: null };
  if (saysTheSame(wanted, response)) return "there";
  // Compares contents, not times: two clocks would have to agree.
  const known = over.map((one) => one && { ...one, id: null, updatedAt: null });
  return known.some((one) => saysTheSame(one, response)) ? "takes" : "newer-there";
}

function onDraft({ answers, at }: FiledDraft, { answer, draft }: Here, response: KnownResponse | null): Verdict {
  if (draft !== null) {
    if (sameJson(draft.answers, answers)) return "there";
    if (draft.at >= at) return "newer-here";
  }
  if (answer?.intent.kind === "save" && unsent(answers, answer.intent.values ?? {}) === null) return "there";
  if (answer !== null && answer.at >= at) return "newer-here";
  // A draft does not overwrite a newer response: the record shows it as typed and not sent.
  return response !== null && unsent(answers, response.values ?? {}) === null ? "there" : "takes";
}
