import { addTexts, plural } from "../texts.ts";

/** Of the menu at the avatar, what only it says. */
export const accountMenu = addTexts("accountMenu", {
  title: "Your menu",
  userSettings: "User settings",
  administration: "Administration",
  shortcuts: "Keyboard shortcuts",
  theme: "Theme",
  documentation: "Documentation",
  signOut: "Sign out",
  version: "Postil {{version}}",
});

/** What is asked of who signs out with work left on the device. */
export const signOut = addTexts("signOut", {
  title: "Sign out?",
  ...plural(
    "text",
    "The work on {{count, number}} record(s) is not saved yet. It stays on this device and goes on when you sign in here again.",
  ),
  typed:
    "What you typed into settings, about a file, as a rule or for many records is not saved yet. It stays on this device and is there again when you sign in here.",
  forget: "Forget my work on this device",
  forgetHelp: "It is nowhere else and cannot be brought back.",
  go: "Sign out",
  forgetAndGo: "Forget it and sign out",
  /** Of who came by a link alone. */
  noPassword: {
    title: "Sign out without a password?",
    text: "You came here by a link that worked once, and this account has no password: you could not sign in again. Choose a password first.",
    choose: "Choose a password",
    anyway: "Sign out all the same",
  },
  failed: "Your work could not be removed from this device.",
});
