import "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Shows the sign-in form where the hosted platform would show its welcome page. Any truthy value counts (RTE-20). */
    omitCTA?: unknown;
    /** Where to go after sign-in, if the address must not contain it. Has the form of a `redirect` entry (RTE-21). */
    back?: string | undefined;
    /** The notifications are about this navigation, so it does not clear them. */
    keepToasts?: boolean;
  }
}
