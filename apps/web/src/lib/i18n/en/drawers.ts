import { addTexts } from "../texts.ts";

const recordDetails = {
  title: "Record details",
  copy: "Copy the record",
  copyLink: "Copy a link to the record",
  copied: "Record copied",
  linkCopied: "Link copied",
  id: "ID",
  externalId: "External ID",
  inserted: "Added",
  updated: "Changed",
  metadata: "Metadata",
  noMetadata: "This record has no metadata.",
  pinned: {
    choose: "Metadata under the record",
    upToFour: "Up to four",
    pin: "Show {{title}} under every record",
    full: "Four stand there already",
  },
} as const;

/** The history of a record, which loads when it is opened. */
const recordHistory = {
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
} as const;

/** The list of flagged records. */
const flaggedRecords = {
  title: "Flagged for later",
  list: "Flagged records, the latest first",
  remove: "Remove the flag: {{record}}",
  noText: "A record without text",
  none: "Nothing is flagged. <key/> flags the record on screen, or removes its flag.",
  noneWithoutKey: "Nothing is flagged. Use the flag beside a record to add it here.",
  failed: "The list could not be loaded.",
} as const;

/** The drawer beside the record in which the guidelines are read. */
const guidelinesDrawer = {
  title: "Guidelines",
  find: "Find in the guidelines",
  found: "{{at}} of {{count}}",
  foundNone: "not found",
  contents: "Contents",
  pin: "Keep open",
  close: "Close the guidelines",
  none: "This dataset has no guidelines.",
  write: "Write guidelines",
} as const;

/** The numbers of the progress; the columns have names for screen readers. */
const progressDrawer = {
  column: {
    status: "Status",
    records: "Records",
    share: "Share",
  },
} as const;

/** How quick the person is today, and what is left at that pace. */
const pace = {
  today: "<b>{{count, number}}</b> today",
  perRecord: "<b>{{time}}</b> per record",
  left: "at this pace about <b>{{time}}</b> left",
  seconds: "{{count, number}} s",
  minutesAndSeconds: "{{minutes}} min {{seconds}} s",
  minutes: "{{count}} min",
  hours: "{{count, number}} h",
  hoursAndMinutes: "{{hours}} h {{minutes}}",
} as const;

const savingList = {
  gone: "A dataset that is gone, or that you cannot open",
  deleted: "What was typed is deleted",
  typed: "typed and not sent",
  typedElsewhere: "typed in another tab and not sent",
  list: "Not saved yet",
  nothing: "All your answers are saved.",
  retryAll: "Retry all",
  delete: "Delete",
} as const;

export const texts = addTexts({
  recordDetails,
  recordHistory,
  flaggedRecords,
  guidelinesDrawer,
  progressDrawer,
  pace,
  savingList,
});

declare module "../texts.ts" {
  interface Texts {
    recordDetails: typeof recordDetails;
    recordHistory: typeof recordHistory;
    flaggedRecords: typeof flaggedRecords;
    guidelinesDrawer: typeof guidelinesDrawer;
    progressDrawer: typeof progressDrawer;
    pace: typeof pace;
    savingList: typeof savingList;
  }
}
