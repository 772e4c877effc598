import { addTexts } from "../texts.ts";

/** What stands in place of a dataset or an account that went while somebody worked. */
export const lost = addTexts("lost", {
  deleted: {
    title: "{{name}} was deleted",
    text: "Somebody deleted this dataset while you worked in it, with all its records and answers.",
  },
  refused: {
    title: "You have no access to {{name}} any more",
    text: "You were taken out of its workspace while you worked. An owner can let you in again.",
    again: "Try again",
    still: "You still have no access to {{name}}.",
    silent: "The server did not answer.",
  },
  account: {
    page: "Account deleted",
    title: "Your account was deleted",
    text: "Somebody deleted the account {{username}} while you worked. The answers you sent are kept.",
    kept: "It is kept on this device, and cannot be sent any more.",
    signIn: "Sign in with another account",
  },
  /** On the sign-in page, for whoever uses the browser: nobody can sign in to see it. */
  removed: {
    title: "Work of the deleted account {{username}}",
    text_one: "{{count, number}} record was not sent. It is kept on this device, and cannot be sent any more.",
    text_other: "{{count, number}} records were not sent. They are kept on this device, and cannot be sent any more.",
    typed:
      "What was typed into settings, as a rule or for many records was not saved. It is kept on this device, and cannot be saved any more.",
    delete: "Delete from this device",
    sure: "It is nowhere else. Delete it for good",
    failed: "It could not be removed from this device.",
  },
  unsent_one: "{{count, number}} record was not sent",
  unsent_other: "{{count, number}} records were not sent",
  nothing: "No answer of yours waits on this device.",
  kept: "It is kept on this device; your user settings list it.",
  typed: "Typed, not sent",
  noAnswer: "No answer",
  download: "Download",
  copy: "Copy",
  copied: "Copied",
  notCopied: "The browser did not allow it to be copied. Download it instead.",
  file: "postil-work-{{username}}.json",
  list: "To the datasets",
});
