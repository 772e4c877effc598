/** What is asked of who signs out with work left on the device. */
export const signOut = {
  title: "Sign out?",
  text_one:
    "The work on {{count, number}} record is not saved yet. It stays on this device and goes on when you sign in here again.",
  text_other:
    "The work on {{count, number}} records is not saved yet. It stays on this device and goes on when you sign in here again.",
  forget: "Forget my work on this device",
  forgetHelp: "It is nowhere else and cannot be brought back.",
  go: "Sign out",
  forgetAndGo: "Forget it and sign out",
  failed: "Your work could not be removed from this device.",
} as const;
