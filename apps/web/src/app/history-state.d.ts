import "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Shows the sign-in form where the hosted platform would show its welcome page; any truthy value counts (RTE-20). */
    omitCTA?: unknown;
    /** Where to go after sign-in, where the address may not say it: a `redirect` entry as it would stand there (RTE-21). */
    back?: string | undefined;
    /** The notifications are about this move, so they outlive it. */
    keepToasts?: boolean;
  }
}
