import { shownRecord } from "./record-edit.ts";
import { taskRecordKey } from "./record-key.ts";
import type { Shown, StoredTaskRecord, Text2TextRecord, TextRecord, TokenRecord } from "./shown-record.ts";

/** Records of the page for tests. Members that are not given have minimal values. */

const common = {
  metadata: {},
  eventTimestamp: null,
  lastUpdated: 1_700_000_000_000_000,
  searchKeywords: [],
  vectors: {},
  status: "Default",
  prediction: null,
  annotation: null,
} as const;
const within = { workspace: "archive", dataset: "letters" } as const;

export const textRecord = (given: Partial<TextRecord> = {}): TextRecord => {
  const { id = "t1" } = given;
  const task = "TextClassification";
  return {
    ...common,
    id,
    key: taskRecordKey({ ...within, task, id }),
    task,
    inputs: { text: "A letter" },
    multiLabel: false,
    ...given,
  };
};

export const tokenRecord = (given: Partial<TokenRecord> = {}): TokenRecord => {
  const { id = "k1" } = given;
  const task = "TokenClassification";
  const text = "Ada met Ada";
  return { ...common, id, key: taskRecordKey({ ...within, task, id }), task, text, tokens: text.split(" "), ...given };
};

export const text2TextRecord = (given: Partial<Text2TextRecord> = {}): Text2TextRecord => {
  const { id = "s1" } = given;
  const task = "Text2Text";
  return { ...common, id, key: taskRecordKey({ ...within, task, id }), task, text: "A long letter", ...given };
};

/** The record as the page has it, with the edit if one is given. */
export const shownOf = <Stored extends StoredTaskRecord>(
  stored: Stored,
  edit: Shown<Stored>["answer"] | null = null,
  untouched: readonly string[] = [],
) => shownRecord(stored, { wanted: null, saved: null, edit, untouched }) as unknown as Shown<Stored>; // of the same task
