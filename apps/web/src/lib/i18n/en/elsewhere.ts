import { addTexts } from "../texts.ts";

/** Where several servers share the data: what is with another server than the one that answers. */
export const elsewhere = addTexts("elsewhere", {
  file: "The server “{{asked}}”, which answered now, does not have this file. A file and its import are only on the server that the file was sent to. Try again: that one may answer then. If it never does, send the file again, and tell whoever runs Postil that all calls of a person have to go to one server.",
  export:
    "another server answered (“{{asked}}”), which does not know whether the file is whole. Try again; if this comes back, tell whoever runs Postil that all calls of a person have to go to one server.",
  snapshot:
    "The file of this snapshot is on the server “{{has}}”, and “{{asked}}” answered. Try again: the other one may answer then. Whoever runs Postil can give all servers one folder for snapshots.",
  snapshotSomewhere:
    "The file of this snapshot is on another server than “{{asked}}”, which answered. Try again: the other one may answer then. Whoever runs Postil can give all servers one folder for snapshots.",
});
