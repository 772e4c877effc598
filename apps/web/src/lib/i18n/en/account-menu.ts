import { addTexts } from "../texts.ts";

/** Of the menu at the avatar, what only it says. */
const accountMenu = {
  title: "Your menu",
  userSettings: "User settings",
  administration: "Administration",
  shortcuts: "Keyboard shortcuts",
  theme: "Theme",
  documentation: "Documentation",
  signOut: "Sign out",
  version: "Postil {{version}}",
} as const;

export const texts = addTexts({ accountMenu });
