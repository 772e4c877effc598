import { addTexts } from "../texts.ts";

export const sessionEnded = addTexts("sessionEnded", {
  told: "{{why}} {{next}}",
  by: {
    expired: "Your session has ended.",
    signed_out: "You have signed out of this session.",
    elsewhere: "You have ended this session from another one.",
    owner: "An owner has signed you out.",
    password: "The password of your account was changed, so its sessions have ended.",
    reused: "An old token of this session was used once more, perhaps by somebody else, so the session has ended.",
    role: "Your role was changed, so your sessions have ended.",
    deactivated: "Your account was deactivated; an owner can let you in again.",
    deleted: "Your account was deleted.",
    provider: "The provider that you sign in with has ended your session.",
    recheck: "Your session has reached its longest time, and your provider is asked again who you are.",
  },
  next: {
    /** Whoever signs out has been told what becomes of their work, and may have had it forgotten. */
    signedOut: "Sign in to go on.",
    kept: "Sign in to go on; work that was not saved yet is kept on this device.",
    waits: "Work that was not saved yet is kept on this device.",
    /** Where the browser denies the page its storage. */
    keptUnkept: "Sign in to go on; work that was not saved yet lasts as long as this page.",
    waitsUnkept: "Work that was not saved yet lasts as long as this page.",
  },
});
