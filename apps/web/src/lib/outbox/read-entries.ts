import { asObject, type JsonObject } from "@postil/domain/json-object";
import {
  type EntryAction,
  type Failure,
  familyOf,
  type Intent,
  type OutboxEntry,
} from "@postil/domain/outbox/outbox-entry";
import { areValues, isSoundIntent } from "@postil/domain/outbox/sound-intent";
import { type KnownResponse, type OwnResponse, RESPONSE_STATUSES } from "@postil/domain/records/labeled-record";
import { ENTRY_VERSION } from "./ports.ts";

type Kept = ReadonlyMap<string, unknown>;

/** The readable entries among a user's stored values, by record id. */
export const readEntries = (kept: Kept): readonly OutboxEntry[] =>
  [...kept].map(readEntry).filter((entry) => entry !== null);

/** The intent ids, by record id, of stored values that this page cannot deliver. */
export const unreadableIntents = (kept: Kept): ReadonlyMap<string, unknown> =>
  new Map([...kept].filter((one) => readEntry(one) === null).map(([key, value]) => [key, asObject(value)?.intentId]));

/** Number of stored values that this page cannot deliver: damaged, or of another layout. */
export const countUnreadable = (kept: Kept): number => unreadableIntents(kept).size;

/** Reads the stored value of a record. Null when it has another layout or is damaged. */
function readEntry([key, kept]: [string, unknown]): OutboxEntry | null {
  const value = asObject(kept);
  if (value === null || value.version !== ENTRY_VERSION) return null;
  const { recordId, datasetId, intentId, wantedAt, baseAt } = value;
  const intent = readIntent(value.intent);
  if (recordId !== key || typeof datasetId !== "string" || typeof intentId !== "string") return null;
  if (typeof wantedAt !== "number" || typeof baseAt !== "number" || intent === null) return null;
  const family = familyOf(key);
  if (!isSoundIntent({ family, recordId: key, intent })) return null;
  return {
    family,
    recordId: key,
    datasetId,
    position: typeof value.position === "number" ? value.position : null,
    intent,
    shownFor: typeof value.shownFor === "number" ? value.shownFor : null,
    action: readAction(value.action),
    intentId,
    wantedAt,
    base: readResponse(value.base),
    baseAt,
    doubt: value.doubt === "taken" ? "taken" : value.doubt === "none" ? "none" : "maybe",
    unanswered: Array.isArray(value.unanswered)
      ? value.unanswered.flatMap((one) => (one === null ? [null] : (readOwn(one) ?? [])))
      : [],
    sending: null,
    attempts: 0,
    notBefore: 0,
    failure: readFailure(value.failure),
  };
}

const STEPS = ["do", "undo", "redo"] as const satisfies readonly EntryAction["step"][];

function readAction(kept: unknown): EntryAction | null {
  const { id, size, step } = asObject(kept) ?? {};
  const known = STEPS.find((one) => one === step);
  return typeof id === "string" && typeof size === "number" && known !== undefined ? { id, size, step: known } : null;
}

function readIntent(kept: unknown): Intent | null {
  const value = asObject(kept);
  if (value?.kind === "remove") return { kind: "remove" };
  const answer = readAnswer(value);
  return value?.kind === "save" && answer !== null ? { kind: "save", ...answer } : null;
}

function readResponse(kept: unknown): KnownResponse | null {
  const own = readOwn(kept);
  return own === null || own.id === null ? null : { ...own, id: own.id };
}

function readOwn(kept: unknown): OwnResponse | null {
  const value = asObject(kept);
  const answer = readAnswer(value);
  if (value === null || answer === null) return null;
  const id = typeof value.id === "string" ? value.id : null;
  return { id, ...answer, updatedAt: typeof value.updatedAt === "number" ? value.updatedAt : null };
}

function readAnswer(value: JsonObject | null) {
  const status = RESPONSE_STATUSES.find((known) => known === value?.status);
  const values = value?.values;
  return status === undefined || (values !== null && !areValues(values)) ? null : { status, values };
}

const FAILURES = ["refused", "lost", "changed", "broken"] as const satisfies readonly Failure["kind"][];

function readFailure(kept: unknown): Failure | null {
  const value = asObject(kept);
  const kind = FAILURES.find((known) => known === value?.kind);
  return kind === undefined ? null : { kind, detail: typeof value?.detail === "string" ? value.detail : "" };
}
