import { addTexts, plural } from "../texts.ts";

const importsHere = {
  create: "New dataset",
  fromFile: "From a file",
  byHand: "Without a file",
  command: "New dataset from a file",
  byHandCommand: "New dataset without a file",
  deleted: "Recently deleted",
  snapshots: "Snapshots",
  add: "Add records from a file…",
  ...plural("running", "{{count, number}} import(s) running"),
  card: {
    title: "From a file, in this page",
    text: "A table or JSON. You see what the columns become before anything is made of it.",
    choose: "Choose a file",
    byHand: "Without a file",
  },
} as const;

export const texts = addTexts({ importsHere });

declare module "../texts.ts" {
  interface Texts {
    importsHere: typeof importsHere;
  }
}
