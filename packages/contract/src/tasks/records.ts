import type { TaskAnswer } from "@postil/domain/tasks/answer-record";
import type { LoggedRecord, LoggedText, LoggedText2Text, LoggedTokens } from "@postil/domain/tasks/log-record";
import type { RecordState } from "@postil/domain/tasks/record-edit";
import { type Explanation, type Inputs, TASK_STATUSES, type WithAgent } from "@postil/domain/tasks/task-record";
import { pythonStr } from "@postil/domain/text/python-text";
import { z } from "zod";
import { BATCH_BYTES, route, TEXT_BYTES } from "../route.ts";
import { bool, inexactRefusal, leaf, NO_TEXT, number, refuse, text, textRefusal } from "../wire/leaf.ts";
import { Place } from "../wire/place.ts";
import { itemsOf, time } from "../wire/replies.ts";
import { list } from "../wire/shape.ts";
import { ChangedTaskDataset, inWorkspace } from "./datasets.ts";
import {
  assertion,
  NONE_GIVEN,
  readCommon,
  readEntities,
  readFlatMetadata,
  readLabels,
  readSentences,
  recordId,
  requiredAgent,
  sidesInOrder,
  status,
} from "./record-parts.ts";

/** A record of the older family in a reply: keys without a value are null or left out (contract api-v0 6.2, 7.1). */

const agent = z.string().nullish();
const score = z.number();
const AnnotationPart = z.union([
  z.strictObject({ agent, labels: z.array(z.strictObject({ class: z.string(), score })) }),
  z.strictObject({
    agent,
    entities: z.array(z.strictObject({ start: z.int(), end: z.int(), label: z.string(), score })),
    score: score.nullish(),
  }),
  z.strictObject({ agent, sentences: z.array(z.strictObject({ text: z.string(), score })) }),
]);
export type WireAnnotationPart = z.output<typeof AnnotationPart>;

const byAgent = z.record(z.string(), AnnotationPart);
const WireVector = z.strictObject({
  value: z.array(z.number()),
  record_properties: z.array(z.unknown()).nullish(),
  model: z.string().nullish(),
});
const Attribution = z.strictObject({ token: z.string(), attributions: z.record(z.string(), z.number()) });

export const WireTaskRecord = z.strictObject({
  id: z.union([z.string(), z.int()]),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  event_timestamp: z.string().nullish(),
  status: z.enum(TASK_STATUSES),
  prediction: AnnotationPart.nullish(),
  annotation: AnnotationPart.nullish(),
  vectors: z.record(z.string(), WireVector).nullish(),
  predictions: byAgent.nullish(),
  annotations: byAgent.nullish(),
  metrics: z.record(z.string(), z.unknown()),
  search_keywords: z.array(z.string()).nullish(),
  last_updated: time,
  inputs: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
  multi_label: z.boolean().optional(),
  explanation: z.record(z.string(), z.array(Attribution)).nullish(),
  text: z.string().optional(),
  tokens: z.array(z.string()).optional(),
});
export type WireTaskRecord = z.output<typeof WireTaskRecord>;

const State = z.strictObject(WireTaskRecord.pick({ status: true, annotation: true, last_updated: true }).shape);
/**
 * The outcome of an answer. `changed`: the record has a state that the writer has not seen, and keeps it. `missing`: no
 * record has this id. `refused`: the record cannot have this answer; `detail` has the reason.
 */
export const AnswerOutcome = z.discriminatedUnion("outcome", [
  z.strictObject({ outcome: z.enum(["answered", "changed"]), record: State }),
  z.strictObject({ outcome: z.enum(["refused", "missing"]), detail: z.string() }),
]);
export type AnswerOutcome = z.output<typeof AnswerOutcome>;

/** Logged records of the older family (contract api-v0 5.2). They are read in the order in which errors are listed. */

const plainText = text();
const strictText = text({ strict: true });
const anyNumber = number();

/** Numbers and booleans become their text. */
const inputText = leaf<string>(
  (value) => {
    if (typeof value === "object") return { refused: NO_TEXT };
    const read = pythonStr(value);
    const refused = inexactRefusal(value) ?? textRefusal(read);
    return refused ? { refused } : { ok: read };
  },
  { type: "string" },
);

const readInputs = (place: Place): Inputs =>
  place.members((input) =>
    Array.isArray(input.value) ? input.elements((item) => item.read(inputText)) : input.read(inputText),
  );

const readExplanation = (place: Place): Explanation =>
  place.members((input) =>
    input.elements((item) => {
      if (!item.isObject()) return { token: "", attributions: {} };
      const attributions = item.member("attributions");
      return {
        token: item.member("token").read(plainText),
        attributions: attributions.value === undefined ? {} : attributions.members((one) => one.read(anyNumber)),
      };
    }),
  );

function readTextRecord(record: Place): LoggedText | null {
  const { read, sides } = readCommon(record, readLabels);
  const inputs = readInputs(record.member("inputs"));
  const multi = record.member("multi_label");
  const multi_label = multi.value === undefined ? false : multi.read(bool);
  const explanation = record.member("explanation");
  const explained = explanation.isGiven ? { explanation: readExplanation(explanation) } : {};
  return record.sound ? { ...read, ...sidesInOrder(record, sides), inputs, multi_label, ...explained } : null;
}

const EMPTY_TEXT = assertion("No text or empty text provided", "blank text");

/** The text of a token record. If it is missing, no other error is reported. The older name of its key is read too. */
function textOfTokens(record: Place): Place | null {
  const given = record.member("text");
  const place = given.value ? given : record.member("raw_text");
  const isBlank = typeof place.value === "string" && place.value.trim() === "";
  if (place.value && !isBlank) return place;
  record.refuse(EMPTY_TEXT, ["__root__"]);
  return null;
}

function readTokenRecord(record: Place): LoggedTokens | null {
  const textPlace = textOfTokens(record);
  if (!textPlace) return null;
  const { read, sides } = readCommon(record, readEntities);
  const tokens = record.member("tokens").elements((token) => token.read(plainText));
  if (Array.isArray(record.member("tokens").value) && tokens.length === 0) record.member("tokens").refuse(NONE_GIVEN);
  const words = textPlace.read(strictText);
  return record.sound ? { ...read, ...sidesInOrder(record, sides), text: words, tokens } : null;
}

function readText2TextRecord(record: Place): LoggedText2Text | null {
  const { read, sides } = readCommon(record, readSentences);
  const words = record.member("text").read(plainText);
  return record.sound ? { ...read, ...sidesInOrder(record, sides), text: words } : null;
}

function logged<R extends LoggedRecord>(
  read: (record: Place) => R | null,
  shown: { readonly [keyword: string]: unknown },
) {
  const schema = z.unknown().transform((value, ctx): R => {
    const record = new Place(value, ctx);
    return (record.isObject() ? read(record) : null) ?? z.NEVER;
  });
  return schema.meta({ type: "object", ...shown });
}

const bulk = <T extends z.ZodType>(record: T) => z.object({ ...ChangedTaskDataset.shape, records: list(record) });

/** One logged record of each task. */
export const LOGGED = {
  TextClassification: logged(readTextRecord, { required: ["inputs"] }),
  TokenClassification: logged(readTokenRecord, { required: ["text", "tokens"] }),
  Text2Text: logged(readText2TextRecord, { required: ["text"] }),
} as const;

/** All records of a request are single-label, or all are multi-label. */
export const LoggedTextRecords = bulk(LOGGED.TextClassification).superRefine(({ records }, ctx) => {
  if (records.some(({ multi_label }) => multi_label !== records[0]?.multi_label))
    refuse(ctx, assertion("All records must be single/multi labelled", "one and several labels"), ["records"]);
});
export const LoggedTokenRecords = bulk(LOGGED.TokenClassification);
export const LoggedText2TextRecords = bulk(LOGGED.Text2Text);

/** A change of one record: keys of metadata that are null are removed (contract api-v0 7.1). */
export const ChangedTaskRecord = z.object({
  metadata: z
    .unknown()
    .transform((value, ctx) => readFlatMetadata(new Place(value, ctx), true))
    .meta({ type: "object" })
    .optional(),
  status: status.nullish(),
});

/** Answers to records of the older family: Postil's own (TST-19). */

const MOST_ANSWERS = 100;
const READERS = { labels: readLabels, entities: readEntities, sentences: readSentences } as const;
const NO_PART = assertion("an annotation has labels, entities or sentences");

function readAnnotation(place: Place): WithAgent | null {
  if (!place.isGiven || !place.isObject()) return null;
  const agent = place.member("agent").read(requiredAgent);
  for (const [name, read] of Object.entries(READERS)) if (place.member(name).isGiven) return { ...read(place), agent };
  return place.refuse(NO_PART);
}

const readState = (place: Place): RecordState => ({
  status: place.member("status").read(status),
  annotation: readAnnotation(place.member("annotation")),
});

/** `seen`: the states of the record that the writer saw or asked for since; without it, any state is overwritten. */
function readAnswer(place: Place): TaskAnswer {
  const seen = place.member("seen");
  return {
    id: place.member("id").read(recordId),
    ...readState(place),
    seen: seen.isGiven
      ? seen.elements((state) => (state.isObject() ? readState(state) : { status: "Default", annotation: null }))
      : null,
  };
}

const Answer = z
  .unknown()
  .transform((value, ctx): TaskAnswer => {
    const place = new Place(value, ctx);
    return place.isObject() ? readAnswer(place) : z.NEVER;
  })
  .meta({ type: "object", required: ["id", "status"] });

export const AnsweredTaskRecords = z.object({ answers: list(Answer, { min: 1, max: MOST_ANSWERS }) });

/** Records of the older family (contract api-v0 rows 24 to 26, 30 and 31). */

/** `postil_changed`: ids of the records that failed because they had changed since they were seen; absent if none. */
const LoggedTaskRecords = z.object({
  dataset: z.string(),
  processed: z.int(),
  failed: z.int(),
  postil_changed: z.array(z.union([z.string(), z.int()])).optional(),
});
const logging = {
  ...inWorkspace,
  bodyLimit: BATCH_BYTES,
  replies: { 200: LoggedTaskRecords },
} as const;
const recordPath = "/api/datasets/:name/records/:id";

export const taskRecordRoutes = {
  logTextRecordsV0: route("POST", "/api/datasets/:name/TextClassification::bulk", "member", {
    ...logging,
    summary: "Log records to classify: new ones are added, others are laid over those of their ids",
    body: LoggedTextRecords,
  }),
  logTokenRecordsV0: route("POST", "/api/datasets/:name/TokenClassification::bulk", "member", {
    ...logging,
    summary: "Log records whose tokens are to be classified",
    body: LoggedTokenRecords,
  }),
  logText2TextRecordsV0: route("POST", "/api/datasets/:name/Text2Text::bulk", "member", {
    ...logging,
    summary: "Log records with a text that another answers",
    body: LoggedText2TextRecords,
  }),
  getTaskRecordV0: route("GET", recordPath, "member", {
    ...inWorkspace,
    summary: "One record of a task dataset",
    replies: { 200: WireTaskRecord },
  }),
  answerTaskRecords: route("PUT", "/api/postil/v1/task-datasets/:name/answers", "member", {
    ...inWorkspace,
    summary: "Set status and annotation of up to 100 records, each only if it still says what its writer saw",
    body: AnsweredTaskRecords,
    bodyLimit: BATCH_BYTES,
    replies: { 200: itemsOf(AnswerOutcome) },
  }),
  updateTaskRecordV0: route("PATCH", recordPath, "member", {
    ...inWorkspace,
    summary: "Set some of the metadata and the status of one record; keys of metadata that are null are removed",
    body: ChangedTaskRecord,
    bodyLimit: TEXT_BYTES,
    replies: { 200: WireTaskRecord },
  }),
};
