import type { WireColumnRole } from "@postil/contract/datasets/upload-wish";
import type { WireFileColumn, WireUnderstanding, WireUpload } from "@postil/contract/datasets/uploads";

/** A file with messages, their intents and what a model thinks of them, as the server understands it. */

export const column = (name: string, role: WireColumnRole, changes: Partial<WireFileColumn> = {}): WireFileColumn => ({
  name,
  role,
  fills: null,
  reason: `why ${name}`,
  sample: [`${name} 1`, null],
  different: 2,
  frequent: [
    { value: "card", count: 7 },
    { value: "transfer", count: 3 },
  ],
  unfit: [],
  part: null,
  ...changes,
});

const LABELS = ["card", "transfer"].map((text, at) => ({ value: text, text, count: 7 - at }));

const READ = {
  ...{
    is_text: true,
    header: true,
    shape: null,
    sheet: null,
    sheets: [],
    sheet_rows: [],
    token_column: null,
    tag_column: null,
    token_columns: [],
  },
};

export const understood = (changes: Partial<WireUnderstanding> = {}): WireUnderstanding => ({
  rows: 10,
  refused: { count: 0, tried: 10, numbers: "line", rows: [] },
  format: ["Read as a table."],
  reading: { encoding: "UTF-8", separator: ",", quote: '"', ...READ },
  columns: [
    column("message", { kind: "field" }),
    column(
      "intent",
      { kind: "question", type: "label_selection" },
      { unfit: [{ kind: "rating", reason: "not numbers" }] },
    ),
    column("bot", { kind: "suggestion", question: "intent" }),
    column("channel", { kind: "metadata", type: "terms" }),
  ],
  ...{ kind: "feedback", kind_reason: "", kinds: [], task: null },
  dataset: {
    name: "messages",
    fields: [{ name: "message", title: "Message", required: true }],
    questions: [
      {
        ...{ name: "intent", title: "Intent", column: "intent", type: "label_selection", description: null },
        ...{ required: true, options: LABELS, field: null, may_overlap: false },
      },
    ],
    metadata: [{ name: "channel", title: "Channel", type: "terms", visible_for_annotators: true }],
    vectors: [],
  },
  fault: null,
  warnings: [],
  notes: ["A note about the columns."],
  asked: [],
  unsaid: [],
  records: [
    {
      ...{ line: 2, refused: null, fields: { message: "Where is my card? مرحبا 🐦" }, metadata: { channel: "app" } },
      suggestions: [{ question: "intent", value: "card", agent: "bot", score: 0.81 }],
      answers: [],
    },
    {
      ...{ line: 3, fields: {}, metadata: {}, suggestions: [], answers: [] },
      refused: { line: 3, column: "message", value: null, reason: "The field is empty." },
    },
  ],
  people: [],
  ...changes,
});

export const upload = (changes: Partial<WireUpload> = {}): WireUpload => ({
  id: "0190f1a0-0000-7000-8000-000000000001",
  file: "messages.csv",
  is_beginning: false,
  bytes: 9_400_000,
  state: "ready",
  read: 0,
  total: null,
  stored: 0,
  refused: 0,
  merged: 0,
  refused_rows: [],
  numbers: "line",
  refused_alike: [],
  detail: null,
  dataset_id: null,
  task_dataset: null,
  adding: null,
  started_at: null,
  ended_at: null,
  used_at: "2026-01-01T00:00:00",
  ...changes,
});
