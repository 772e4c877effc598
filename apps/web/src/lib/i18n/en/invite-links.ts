import { addTexts } from "../texts.ts";

/** Links by which people choose their password, where an owner makes them. */
const inviteLinks = {
  firstSignIn: "First sign-in",
  byLink: "By a link that I pass on",
  byLinkNote: "The person chooses a password. You see the link next.",
  byPassword: "With a password that I set",
  byPasswordNote: "At least {{count}} characters; they can change it at once",
  addAndLink: "Add and make the link",
  menuNew: "New invitation link",
  menuAgain: "Link for a new password",
  menuWithdraw: "Withdraw the link",
  title: "A link for {{name}}",
  who: "{{username}}, {{role}} in {{workspaces}}",
  whoEverywhere: "{{username}}, {{role}}",
  make: "Make the link",
  invited: "They have not chosen a password yet. A link that was made before stops working.",
  again:
    "They choose a new password by it. The one they have is good until then; when it is used, they are signed out everywhere else. A link that was made before stops working.",
  within: "Works once, within",
  lifetime: "How long the link works",
  days_one: "{{count}} day",
  days_other: "{{count}} days",
  until: "until {{time}}",
  once: "Whoever opens it first chooses the password. It is shown only now; a new one from the row’s menu makes this one useless.",
  used: "{{name}} has used this link meanwhile. For another password, make a new one from the row’s menu.",
  link: "Link",
  copy: "Copy link",
  withdraw: "Withdraw",
  withdrawn: "The link for {{name}} was withdrawn",
  done: "Done",
} as const;

export const texts = addTexts({ inviteLinks });
