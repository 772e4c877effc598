/**
 * The query of an address as the pages read and write it: entries letter for letter as they stand, still percent-encoded.
 * Several grammars encode names and values before they join them (VST-06, design/address.md#list), so decoding an entry as a
 * whole would lose what was a separator and what was text.
 */
export type RawQuery = { readonly [name: string]: string | undefined };

/** Of an entry given twice the last one counts. */
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

/** Entries with an empty value are left out (VST-02); what may not stand in a query is encoded even so. */
export function writeRawQuery(query: { readonly [name: string]: unknown }): string {
  const entries = Object.entries(query)
    .filter((entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "")
    .map(([name, value]) => `${name}=${encodeForbidden(value)}`);
  return entries.length === 0 ? "" : `?${entries.join("&")}`;
}

/** An apostrophe is what browsers themselves would encode. */
function encodeForbidden(value: string): string {
  return value
    .toWellFormed()
    .replaceAll("'", "%27")
    .replace(/[^\w\-.~!*()%:@,;/?+$=]/gu, encodeURIComponent);
}
