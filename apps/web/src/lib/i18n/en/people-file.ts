import { addTexts, plural } from "../texts.ts";

/** People who are invited from a file. */
const peopleFile = {
  title: "Invite from a file",
  back: "All people",
  note: "A table with a row for each person: username, first name, last name, role and workspaces. The titles of the columns may stand above. Several workspaces have ; or | between them. Nothing is sent before you have seen the rows.",
  drop: "Drop a CSV here",
  most: "CSV, or with tabs or semicolons between the cells, up to {{count, number}} people",
  choose: "Choose a file",
  paste: "Or paste the rows",
  read: "Read the rows",
  fault: {
    unreadable: "The file could not be read. Choose it again.",
    large: "The file is larger than 2 MB. A thousand people take less.",
    encoding: "The file is not UTF-8. Save it as “CSV UTF-8”.",
    quote: "The file is no valid CSV: a quote is never closed.",
    empty: "No rows with people were found.",
    many: "{{count, number}} people were found. Up to {{most, number}} are invited from one file.",
  },
  unread_one: "This column means nothing here: {{names}}.",
  unread_other: "These columns mean nothing here: {{names}}.",
  ...plural("people", "{{count, number}} row(s)"),
  ...plural("wrong", "{{count, number}} row(s) with mistakes"),
  leaveOutWrong: "Leave them out",
  leftOut: "{{count, number}} left out",
  onlyWrong: "Only rows with mistakes",
  invite_one: "Invite 1 person",
  invite_other: "Invite {{count, number}} people",
  notAsked: "Which usernames are somebody’s could not be asked. {{why}}",
  running: "Inviting {{done, number}} of {{all, number}} …",
  stop: "Stop",
  stopped: "It stopped. {{why}}",
  open_one: "No answer came for 1 row. Invite sends it again, and invites nobody twice.",
  open_other: "No answer came for {{count, number}} rows. Invite sends them again, and invites nobody twice.",
  table: "Rows of the file",
  row: "row {{row, number}}",
  inviteRow: "Invite row {{row, number}}",
  column: {
    row: "Row",
    username: "Username",
    firstName: "First name",
    lastName: "Last name",
    role: "Role",
    workspaces: "Workspaces",
  },
  cell: "{{column}}, row {{row, number}}",
  links: "Links",
  ...plural("made", "{{count, number}} link(s) made"),
  once: "Each link works once, within {{days}}. They are shown only now: copy or save them before you leave. A new one from the row’s menu makes an older one useless.",
  copyAll: "Copy all",
  download: "Save as CSV",
  copied_one: "1 link was copied",
  copied_other: "{{count, number}} links were copied",
  copyLink: "link of {{name}}",
  name: "Name",
  link: "Link",
  another: "Another file",
  leave: {
    message:
      "Leave without the links? Those that were not copied or saved are lost, as are those of rows without an answer.",
    go: "Leave without them",
    mended: "These rows are lost when you leave: nobody of them is invited yet.",
  },
} as const;

export const texts = addTexts({ peopleFile });

declare module "../texts.ts" {
  interface Texts {
    peopleFile: typeof peopleFile;
  }
}
