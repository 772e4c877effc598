import { addTexts, plural } from "../texts.ts";

export const importsHere = addTexts("importsHere", {
  fromFile: "From a file",
  add: "Add records from a file…",
  ...plural("running", "{{count, number}} import(s) running"),
  card: {
    title: "From a file, in this page",
    text: "A table or JSON. You see what the columns become before anything is made of it.",
  },
});
