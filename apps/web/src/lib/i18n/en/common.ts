import { plural } from "../texts.ts";

export const common = {
  product: "Postil",
  cancel: "Cancel",
  close: "Close",
  clear: "Clear",
  retry: "Retry",
  undo: "Undo",
  save: "Save",
  loading: "Loading",
  /** the landmark around open menus and dialogs */
  floating: "Open menu or dialog",
  copy: "Copy {{what}}",
  copied: "Copied",
  copyFailed: "The browser did not allow copying",
  clearSearch: "Clear the search",
  resize: "Resize",
  key: {
    enter: "Enter",
    backspace: "Backspace",
    shift: "Shift",
    ctrl: "Ctrl",
    alt: "Alt",
    command: "Command",
    option: "Option",
    arrowUp: "Up",
    arrowDown: "Down",
    arrowLeft: "Left",
    arrowRight: "Right",
    escape: "Esc",
    pageDown: "Page Down",
    pageUp: "Page Up",
    space: "Space",
    tab: "Tab",
    delete: "Del",
  },
  toast: {
    region: "Notifications",
    dismiss: "Dismiss",
    folded: "+{{count}}",
    ...plural("foldedLabel", "{{count}} older notification(s)"),
    success: "Done:",
    info: "Note:",
    warning: "Warning:",
    error: "Error:",
  },
  offline: {
    /** On every page, whether or not it sends its work later. */
    toast: "You are offline.",
    on: "Offline. You can go on; your work is sent later.",
    full: "The server’s disk is full: nothing can be saved now. Answers are kept on this device and sent when there is room.",
    silent: "The server does not answer. You can go on; your work is sent later.",
    ahead: "More records on this device: {{count}}.",
    off: "Back online.",
  },
  header: {
    breadcrumb: "Breadcrumb",
    datasetSettings: "Dataset settings",
    openMenu: "{{name}}, {{role}}. Open menu",
    home: "Home",
    homeLink: "Postil, all datasets",
    skip: "Skip to the content",
    progress: "Loading the page",
    progressFailed: "Loading failed",
  },
  role: {
    owner: "owner",
    admin: "admin",
    annotator: "annotator",
  },
} as const;

export const errors = {
  heading: "Something went wrong.",
  explanation: "We can't seem to find the page you are looking for",
  inBrowser: "This page failed in your browser. The server has everything you have sent.",
  home: "Back to home page",
  retry: "Try again",
  notFound: "This page could not be found",
  codeMissing: "A part of the page could not be loaded",
  unknownMiddleware: "Unknown middleware",
  kept: "Work that was not saved yet is kept on this device.",
  copyDetails: "Copy details",
  /** by status, or by the code of the reply (API-23) */
  "401": "Your credentials could not be checked. Sign in again.",
  http: {
    parameter: "Error {{param}}: {{value}}",
    error: "Error: {{text}}",
    warning: "Warning: {{text}}",
    unknown: "Unknown",
    noReply: "The server does not answer.",
    late: "The server did not answer in time.",
    unreadable: "The server's answer could not be read.",
  },
  details: { code: "Code", route: "Route", time: "Time", request: "Request" },
} as const;

declare module "../texts.ts" {
  interface Texts {
    common: typeof common;
    errors: typeof errors;
  }
}
