import { addTexts } from "../texts.ts";

/** The keys of a person, in a table: of one's own, and of somebody else's as owners see them. */
export const keyTable = addTexts("keyTable", {
  first: "First key",
  name: "Name",
  ending: "Ends in",
  used: "Last used",
  expires: "Expires",
  actions: "Actions",
  notUsed: "not yet",
  never: "never",
  expired: "expired on {{date}}",
  ends_one: "in 1 day",
  ends_other: "in {{count}} days",
  replace: "Replace",
  replaced: "The first key was replaced",
  revoke: "Revoke",
  revokeNamed: "Revoke {{name}}",
  remove: "Remove",
  removeNamed: "Remove {{name}}",
  revoked: "{{name}} was revoked",
  confirm: {
    revoke: "Revoke the key of {{name}}?",
    revokeText: "What signs in with it is refused at once. It cannot be brought back.",
    replace: "Replace the first key?",
    replaceText:
      "What signs in with the present one is refused at once, the Python clients too. Named keys go on working.",
  },
});
