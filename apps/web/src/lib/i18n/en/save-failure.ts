import { addTexts } from "../texts.ts";

/** What is said of an answer that could not be saved. */
export const saveFailure = addTexts("saveFailure", {
  record: "record {{position, number}}",
  someRecord: "a record",
  failed: "Could not save {{record}}",
  refused: "{{detail}}\nYour answers are saved on this device only.",
  goToRecord: "Go to record",
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
});

/** Of a form for many records that is kept on this device and not sent. */
export const keptBulk = addTexts("keptBulk", {
  header: "Bulk form saved on this device only",
});
