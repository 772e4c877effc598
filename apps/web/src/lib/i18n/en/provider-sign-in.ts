import { addTexts } from "../texts.ts";

/** What the way back from a provider says. `provider` is what people call it. */
export const providerSignIn = addTexts("providerSignIn", {
  wait: {
    plain: "Signing you in",
    title: "Signing you in with {{provider}}",
    text: "This takes a moment.",
    slow: "The answer takes longer than usual. You can go on waiting, or sign in another way.",
    back: "You come back to",
    progress: "Signing in",
    again_one: "Try again in a second.",
    again_other: "Try again in {{count, number}} seconds.",
  },
  handed: {
    title: "You are signed in",
    text: "The page that you came from continues. You can close this window.",
  },
  lowered: "{{provider}} has changed your role here from {{from}} to {{to}}.",
  answered: "It sent you back with the answer “{{answer}}”.",
  notSignedIn: "Not signed in",
  already: {
    title: "You are signed in already",
    text: "This address belongs to a sign-in that is over. Yours goes on.",
  },
  kept: "Nothing was stored, and unsent work on this device is still here.",
  failures: {
    denied: {
      title: "{{provider}} did not confirm who you are",
      text: "Either permission was refused on its page, or your organisation does not let Postil ask.",
    },
    codeRefused: {
      title: "{{provider}} does not take this sign-in any more",
      text: "What it sent you back with was used already, or is too old. Begin again.",
    },
    over: {
      title: "This sign-in is over",
      text: "It is finished already, was begun more than ten minutes ago, or in another browser. If a new one ends here too, this browser blocks the cookies of this page: allow them, or sign in with a username.",
    },
    account: {
      title: "There is an account of your name that is not {{provider}}'s",
      text: "It was not made with this account of yours, so it may be somebody else's. Sign in with its username and password, or ask an owner for another way in.",
    },
    role: {
      title: "{{provider}} does not open your account",
      text: "An admin’s or owner’s account is not opened by a provider. Sign in with your password; an owner can make you a link for one.",
    },
    notNamed: {
      title: "{{provider}} does not let you in here",
      text: "None of the groups or roles that it names for you belongs to this server. Ask whoever gives you groups there, or an owner of this server.",
    },
    hasAccount: {
      title: "You have an account here already",
      text: "The invitation is for another one. Sign in without it, or ask an owner of this server.",
    },
    deactivated: {
      title: "Your account is deactivated",
      text: "An owner can let you in again.",
    },
    nameMissing: {
      title: "{{provider}} did not say what you are called",
      text: "An account needs a name that is a valid username. The operator of this server can choose which name is asked for.",
    },
    unreachable: {
      title: "{{provider}} cannot be reached",
      text: "This server asked it and got no answer. Try again in a while, or sign in with a username.",
    },
    untrusted: {
      title: "This server does not trust the certificate of {{provider}}",
      text: "Whoever runs this server finds what to do in its log. Meanwhile sign in with a username.",
    },
    failing: {
      title: "{{provider}} does not work at this moment",
      text: "This server asked it, and it answered with an error. Try again in a while, or sign in with a username.",
    },
    late: {
      title: "{{provider}} did not answer in time",
      text: "It may be busy. Try again in a while, or sign in with a username.",
    },
    unreadable: {
      title: "{{provider}} gave an answer that cannot be used",
      text: "Whoever runs this server finds the reason in its log. Meanwhile sign in with a username.",
    },
    clocks: {
      title: "The clock of {{provider}} differs from this server's",
      text: "By so much that a sign-in cannot be told from an old one. Whoever runs this server has to set its clock.",
    },
    busy: {
      title: "Too many people are signing in at this moment",
      text: "Try again in a minute.",
    },
    tooMany: {
      title: "Too many sign-ins from this network have failed",
      text: "So this one was not looked at.",
    },
    insecure: {
      title: "Signing in with {{provider}} needs an address that begins with https",
      text: "Open this page by such an address, or sign in with a username. Whoever runs this server can set one up.",
    },
    unknown: {
      title: "{{provider}} is not set up here",
      text: "This server does not offer this way to sign in (any more).",
    },
    unreached: {
      title: "The server could not be reached",
      text: "The reply of {{provider}} did not arrive. Start again when you are online.",
    },
    other: {
      title: "Signing in with {{provider}} did not work",
      text: "Something went wrong on this server. Its log has the reason.",
    },
  },
  toSignIn: "Back to sign in",
  again: "Try {{provider}} again",
  details: {
    what: "details",
    provider: "Provider",
    answer: "Answer",
    time: "Time",
  },
});
