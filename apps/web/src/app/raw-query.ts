import { historyStep } from "@postil/domain/search/records-address";

/**
 * The query of an address with its entries unchanged, still percent-encoded. Several grammars encode names and values before
 * they join them (VST-06, design/address.md#list). Decoding a whole entry would mix up separators and text.
 */
export type RawQuery = { readonly [name: string]: string | undefined };

/** If an entry occurs twice, the last one counts. */
export function parseRawQuery(text: string): RawQuery {
  const entries = text
    .replace(/^\?/, "")
    .split("&")
    .filter((entry) => entry !== "")
    .map((entry) => {
      const [name = "", ...rest] = entry.split("=");
      return [name, rest.join("=")] as const;
    });
  return Object.fromEntries(entries);
}

/** Entries with an empty value are left out (VST-02). Characters that a query must not contain are encoded. */
export function writeRawQuery(query: { readonly [name: string]: unknown }): string {
  const entries = Object.entries(query)
    .filter((entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "")
    .map(([name, value]) => `${name}=${encodeForbidden(value)}`);
  return entries.length === 0 ? "" : `?${entries.join("&")}`;
}

/** The apostrophe is included because browsers encode it themselves. */
function encodeForbidden(value: string): string {
  return value
    .toWellFormed()
    .replaceAll("'", "%27")
    .replace(/[^\w\-.~!*()%:@,;/?+$=]/gu, encodeURIComponent);
}

type Narrowed = { readonly search: string };

/** True if the new filters replace the current history entry. A typed word is then one step back, not one per letter. */
export function replacesAddress(
  entries: { readonly [name: string]: unknown },
  before: Narrowed,
  after: Narrowed,
): boolean {
  const typing = before.search !== "" && after.search !== "" && after.search !== before.search;
  return typing || historyStep(writeRawQuery(entries)) === "replace";
}
