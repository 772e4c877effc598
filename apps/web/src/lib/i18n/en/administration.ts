import "../isolate-names.ts";
import { addTexts } from "../texts.ts";

/** What the tabs of the administration share. */
const administration = {
  title: "Administration",
  tabs: "Parts of the administration",
  people: "People",
  workspaces: "Workspaces",
  audit: "Audit",
  workspacesFailed: "The workspaces could not be loaded.",
  answersFailed: "The answers of this week could not be counted.",
  notCounted: "not counted",
  refused: "Only owners may do this, and you are none any more.",
  offline: "The server cannot be reached. What you change here is not sent later.",
  unreached: "The server did not answer. Nothing is known to have changed; look again before you repeat it.",
  entered: "What you entered here is not saved. Close it once more to let it go.",
  noWorkspaces: "There is no workspace yet.",
} as const;

export const texts = addTexts({ administration });
