import "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Shows the sign-in form where the hosted platform would show its welcome page; any truthy value counts (RTE-20). */
    omitCTA?: unknown;
    /** The notifications are about this move, so they outlive it. */
    keepToasts?: boolean;
  }
}
