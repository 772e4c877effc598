import { fillPath } from "./path.ts";
import type { Reply, Sent } from "./route.ts";
import type { RouteName, Routes } from "./routes.ts";

/** What the typed clients over the table of routes, the page's and the command line's, share. Loads no schema. */

type Needed<Key extends string, Value> = [Value] extends [undefined]
  ? { readonly [K in Key]?: undefined }
  : { readonly [K in Key]: Value };

/** The input of a call: the required parameters of its path, its required body, and any part of its query. */
export type CallInput<Name extends RouteName> = Needed<"params", Sent<Routes[Name]>["params"]> &
  Needed<"body", Sent<Routes[Name]>["body"]> & { readonly query?: Sent<Routes[Name]>["query"] };

/** The body of the route's successful reply. */
export type CallReply<Name extends RouteName> = Reply<Routes[Name]>;

/** Values of a path or query as they are sent. A list repeats its name. */
export type Values = { readonly [name: string]: unknown };

/** The address of a call: parameters filled in, query entries sorted so that equal calls have equal addresses (API-13). */
export function addressOf(path: string, params: Values = {}, query: Values = {}): string {
  const filled = fillPath(path, (name) => {
    const value = params[name];
    if (value === undefined || value === null) throw new Error(`The path ${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const entries = queryEntries(query).toString();
  return entries === "" ? filled : `${filled}?${entries}`;
}

/** Entries without a value are left out. */
export function queryEntries(query: Values): URLSearchParams {
  const entries = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) entries.append(name, String(item));
    }
  }
  entries.sort();
  return entries;
}
