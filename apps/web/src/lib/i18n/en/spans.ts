import { addTexts, plural } from "../texts.ts";

const spans = {
  open: "“{{words}}”, {{label}}: change or remove",
  remove: "Remove {{label}} from “{{words}}”",
  removeIt: "Remove",
  first: "first choice",
  labelOf: "Label of “{{words}}”",
  wordsOf: "{{words}}, {{label}}",
  noMore: "No more spans that way",
  added: "“{{words}}”, {{label}}, added",
  overlaps: "“{{words}}” overlaps",
  replaceOne: "Replace “{{words}}”, {{label}}?",
  ...plural("replace", "Replace {{count}} span(s)?"),
  yes: "Replace",
  keep: "Keep",
  ...plural("replaced", "“{{words}}”, {{label}}, {{count}} span(s) replaced"),
  changed: "“{{words}}” is {{label}} now",
  removed: "“{{words}}”, {{label}}, removed",
  ...plural("cleared", "{{count}} span(s) removed"),
  allBack: "All suggested spans are back",
  useAll_one: "use {{count}}",
  useAll_other: "use all {{count}}",
  count_zero: "no spans",
  ...plural("count", "{{count}} span(s)"),
  hint: "The label that is on is given to the words you mark in “{{field}}”. W goes there with the keyboard.",
  intoText: "Mark “{{field}}” by keyboard",
  noField: "This record has no {{field}}. That there are no spans is its answer.",
  beyond_one: "1 span lies beyond the text, which is shorter now. It is neither shown nor saved.",
  beyond_other: "{{count}} spans lie beyond the text, which is shorter now. They are neither shown nor saved.",
  labels: "Labels",
  noOptionalField: "This record has no {{field}}.",
  none: "No spans",
  noneBack: "“No spans” taken back",
  inRows: "Draw in the records: what is drawn in one goes out with it. “No spans” is for those without.",
  unmarked:
    "Spans of “{{field}}” are marked in the text of one record. For many, only that there are none can be said.",
  touch: {
    bar: "Label “{{words}}”",
    choose: "Choose a label",
    other: "Another label",
    letGo: "Select nothing",
  },
  keys: {
    enter: "mark by keyboard",
    move: "next word",
    extend: "extends",
    back: "back here",
    copy: "copies",
    drag: "and drag copies",
  },
  copied: "Copied",
} as const;

export const texts = addTexts({ spans });

declare module "../texts.ts" {
  interface Texts {
    spans: typeof spans;
  }
}
