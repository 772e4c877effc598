import type { LoggedRecord, LoggedText, LoggedText2Text, LoggedTokens } from "@postil/domain/tasks/logged-record";
import type { Explanation, Inputs } from "@postil/domain/tasks/task-record";
import { pythonStr } from "@postil/domain/text/python-text";
import { z } from "zod";
import { bool, inexactRefusal, leaf, number, refuse, text, textRefusal } from "../wire/leaf.ts";
import { Place } from "../wire/place.ts";
import { list } from "../wire/shape.ts";
import { assertion, readEntities, readLabels, readSentences, sidesInOrder } from "./task-annotation-parts.ts";
import { ChangedTaskDataset } from "./task-datasets.ts";
import { NONE_GIVEN, readCommon, readFlatMetadata, status } from "./task-record-parts.ts";

/** Logged records of the older family (contract api-v0 5.2). They are read in the order in which errors are listed. */

const plainText = text();
const strictText = text({ strict: true });
const anyNumber = number();

/** Numbers and booleans become their text. */
const inputText = leaf<string>(
  (value) => {
    if (typeof value === "object") return { refused: { type: "type_error.str", msg: "str type expected" } };
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

const NO_TEXT = assertion("No text or empty text provided");

/** The text of a token record. If it is missing, no other error is reported. The older name of its key is read too. */
function textOfTokens(record: Place): Place | null {
  const given = record.member("text");
  const place = given.value ? given : record.member("raw_text");
  const isBlank = typeof place.value === "string" && place.value.trim() === "";
  if (place.value && !isBlank) return place;
  record.refuse(NO_TEXT, ["__root__"]);
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

/** All records of a request are single-label, or all are multi-label. */
export const LoggedTextRecords = bulk(logged(readTextRecord, { required: ["inputs"] })).superRefine(
  ({ records }, ctx) => {
    if (records.some(({ multi_label }) => multi_label !== records[0]?.multi_label))
      refuse(ctx, assertion("All records must be single/multi labelled"), ["records"]);
  },
);
export const LoggedTokenRecords = bulk(logged(readTokenRecord, { required: ["text", "tokens"] }));
export const LoggedText2TextRecords = bulk(logged(readText2TextRecord, { required: ["text"] }));

/** A change of one record: keys of metadata that are null are removed (contract api-v0 7.1). */
export const ChangedTaskRecord = z.object({
  metadata: z
    .unknown()
    .transform((value, ctx) => readFlatMetadata(new Place(value, ctx), true))
    .meta({ type: "object" })
    .optional(),
  status: status.nullish(),
});
