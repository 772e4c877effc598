import { addTexts } from "../texts.ts";

export const session = addTexts("session", {
  signIn: {
    title: "Sign in",
    username: "Username",
    password: "Password",
    showPassword: "Show the password",
    hidePassword: "Hide the password",
    capsLock: "Caps Lock is on",
    submit: "Sign in",
    handed: "You are signed in. You can close this window.",
    sending: "Signing in…",
    wrong: "That username and password do not match.",
    ended: "Your session has ended. Sign in to go on; work that was not saved yet is kept on this device.",
    endedUnkept: "Your session has ended. Sign in to go on; work that was not saved yet lasts as long as this page.",
    linkUsed:
      "This sign-in link is used up or not known. Start Postil again for a new one, set a password with “postil users set-password”, or sign in with yours.",
    or: "or",
    only: "Sign in with an account from elsewhere.",
    onlyNone: "People sign in here by a provider, and none works now. Try again later.",
    rechecking: "Asking your provider…",
    provider: "Continue with {{name}}",
    usedLast: "used last time",
  },
  intro: {
    start:
      "When paper was dear, a reader who had something to say about a page said it on the page. A stroke beside a line meant ",
    stroke: "look here",
    between: "; a bracket, ",
    bracket: "all of this",
    end: "; a word or two in the margin, what the reader made of it. The next reader found both, the text as it was and the note beside it, and could agree, or cross it out, or write another underneath.",
    note: "a postil, 97\u202f%",
    motto: "The page is the record. Everything else is margin.",
  },
});
