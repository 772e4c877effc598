import { addTexts } from "../texts.ts";

/** The history of a record, which loads when it is opened. */
const recordHistory = {
  title: "History of the record",
  list: "Changes, the latest first",
  none: "No answer was given, changed or removed yet.",
  failed: "The history could not be loaded.",
  older: "Show older changes",
  deletedUser: "A deleted user",
  you: "You",
  forAuthor: "for <name>{{author}}</name>",
  forDeleted: "for a deleted user",
  changed: "changed the answer",
  draft: "saved a draft",
  submitted: "submitted",
  discarded: "discarded",
  deleted: "removed the answer",
  from: "from",
  to: "to",
  nothing: "nothing",
  was: "was:",
  is: "is:",
  shown: "{{time}} on screen",
  seconds: "{{count, number}} s",
  minutes: "{{minutes, number}} min {{seconds}} s",
} as const;

export const texts = addTexts({ recordHistory });
