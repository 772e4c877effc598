import { addTexts } from "../texts.ts";

export const recordDetails = addTexts("recordDetails", {
  title: "Record details",
  copy: "Copy the record",
  copyLink: "Copy a link to the record",
  copied: "Record copied",
  linkCopied: "Link copied",
  id: "ID",
  externalId: "External ID",
  inserted: "Added",
  updated: "Changed",
  noMetadata: "This record has no metadata.",
  pinned: {
    choose: "Metadata under the record",
    upToFour: "Up to four",
    pin: "Show {{title}} under every record",
    full: "Four stand there already",
  },
});

/** The history of a record, which loads when it is opened. */
export const recordHistory = addTexts("recordHistory", {
  open: "History",
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
});

export const flaggedRecords = addTexts("flaggedRecords", {
  title: "Flagged for later",
  list: "Flagged records, the latest first",
  remove: "Remove the flag: {{record}}",
  noText: "A record without text",
  none: "Nothing is flagged. <key/> flags the record on screen, or removes its flag.",
  noneWithoutKey: "Nothing is flagged. Use the flag beside a record to add it here.",
  failed: "The list could not be loaded.",
});

/** The drawer beside the record in which the guidelines are read. */
export const guidelinesDrawer = addTexts("guidelinesDrawer", {
  find: "Find in the guidelines",
  found: "{{at}} of {{count}}",
  foundNone: "not found",
  contents: "Contents",
  pin: "Keep open",
  close: "Close the guidelines",
  none: "This dataset has no guidelines.",
  write: "Write guidelines",
});

/** The numbers of the progress; the columns have names for screen readers. */
export const progressDrawer = addTexts("progressDrawer", {
  column: {
    status: "Status",
    records: "Records",
    share: "Share",
  },
});

/** How quick the person is today, and what is left at that pace. */
export const pace = addTexts("pace", {
  today: "<b>{{count, number}}</b> today",
  perRecord: "<b>{{time}}</b> per record",
  left: "at this pace about <b>{{time}}</b> left",
  seconds: "{{count, number}} s",
  minutesAndSeconds: "{{minutes}} min {{seconds}} s",
  minutes: "{{count}} min",
  hours: "{{count, number}} h",
  hoursAndMinutes: "{{hours}} h {{minutes}}",
});

export const savingList = addTexts("savingList", {
  gone: "A dataset that is gone, or that you cannot open",
  putOff: "The server cannot save answers to this dataset now. It is asked again by itself.",
  deleted: "What was typed is deleted",
  typed: "typed and not sent",
  typedElsewhere: "typed in another tab and not sent",
  list: "Not saved yet",
  nothing: "All your answers are saved.",
  retryAll: "Retry all",
  delete: "Delete",
});
