import type { CallInput, CallReply } from "@postil/contract/call";
import { type QueryKey, queryOptions, type UndefinedInitialDataOptions } from "@tanstack/react-query";
import { atLeast } from "../minimum-delay.ts";
import { api } from "./api.ts";
import type { QuietCall } from "./quiet-calls.ts";

type Options<Data, Key extends QueryKey> = Omit<
  UndefinedInitialDataOptions<Data, Error, Data, Key>,
  "queryKey" | "queryFn"
>;

type Call = <Name extends QuietCall>(
  name: Name,
  input: CallInput<Name>,
  options: { readonly signal: AbortSignal; readonly quiet: true },
) => Promise<CallReply<Name>>;

const queriesOf =
  (paced: <Value>(asked: Promise<Value>) => Promise<Value>) =>
  <Name extends QuietCall, Data, const Key extends QueryKey>(
    queryKey: Key,
    name: Name,
    input: CallInput<Name>,
    read: (reply: CallReply<Name>) => Data,
    options: Options<Data, Key> = {},
  ) => {
    // Whether a call may go without a request is known only where it is named.
    const call = api.call as Call;
    return queryOptions({
      queryKey,
      queryFn: async ({ signal }): Promise<Data> => read(await paced(call(name, input, { signal, quiet: true }))),
      ...options,
    });
  };

/** A query of one call, whose failure shows in its own place. `read`: what the page needs of the reply. */
export const quietQuery = queriesOf((asked) => asked);

/** The same for what a screen waits for: it takes long enough that the placeholder does not flash (API-06). */
export const screenQuery = queriesOf(atLeast);
