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
