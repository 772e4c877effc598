import { addTexts, plural } from "../texts.ts";

/** What the link of an invitation opens. */
export const invitation = addTexts("invitation", {
  reading: "Looking at the invitation…",
  unread: "The invitation could not be looked at.",
  first: "Welcome, {{name}}",
  firstText: "Choose a password. From now on you sign in with it and your username.",
  again: "A new password for {{name}}",
  againText: "Your old one works until you have chosen a new one. Then the sessions on other devices end.",
  byProviderText: "Sign in with an account that you have elsewhere. From now on it opens this one.",
  username: "Username",
  limits: "{{min}} to {{max}} characters",
  ...plural("tooShort", "{{count}} character(s) more, at least"),
  ...plural("tooLong", "{{count}} character(s) too many"),
  submit: "Set the password and sign in",
  sending: "Signing in…",
  until: "The link works once, until {{time}}.",
  elsewhere:
    "You are signed in as {{username}}. With the password you choose here you are signed in as {{other}} instead; work of {{username}} that was not saved yet stays on this device.",
  toSignIn: "Sign in",
  failed: "Not signed in",
  failures: {
    used: {
      title: "This link was used already",
      text: "Somebody has chosen a password by it. If it was you, sign in with that. If not, tell an owner of this server at once: a new password that they set ends the one that was chosen.",
    },
    expired: {
      title: "This link has expired",
      text: "It was good until {{time}}. Ask an owner of this server for another one; what you have here stays as it is.",
    },
    ended: {
      title: "This link does not work any more",
      text: "It was withdrawn, or another one was made for you since: look for a later message. If there is none, ask an owner of this server.",
    },
    unknown: {
      title: "This is not a whole invitation link",
      text: "The part after # is missing, cut off or of another server. Copy the link whole, as it was sent, or ask an owner of this server for another one.",
    },
    waiting: {
      title: "Too many attempts",
      text: "Several links or sign-ins from this network have failed. Wait a minute and try again.",
    },
  },
});
