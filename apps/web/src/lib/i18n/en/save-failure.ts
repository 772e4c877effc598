import { addTexts, plural } from "../texts.ts";

/** What is said of an answer that could not be saved. */
const saveFailure = {
  record: "record {{position, number}}",
  someRecord: "a record",
  failed: "Could not save {{record}}",
  refused: "{{detail}}\nYour answers are saved on this device only.",
  goToRecord: "Go to record",
  ...plural("records", "{{count, number}} record(s)"),
  changed: {
    do: "Not saved, changed meanwhile: {{record}}",
    undo: "Not undone, changed meanwhile: {{record}}",
    redo: "Not done again, changed meanwhile: {{record}}",
  },
  now: "This is there now: {{what}}",
  answer: "{{title}}: {{text}}",
  nowMany: "What is there now stays as it is.",
  anyway: { do: "Save mine anyway", undo: "Undo anyway", redo: "Redo anyway" },
  leave: "Leave it",
  status: { pending: "no answer", draft: "Draft", submitted: "Submitted", discarded: "Discarded" },
} as const;

/** Of a form for many records that is kept on this device and not sent. */
const keptBulk = {
  header: "Bulk form saved on this device only",
} as const;

export const texts = addTexts({ saveFailure, keptBulk });

declare module "../texts.ts" {
  interface Texts {
    saveFailure: typeof saveFailure;
    keptBulk: typeof keptBulk;
  }
}
