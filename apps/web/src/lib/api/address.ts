/** Values of a path or query as the wire takes them. Lists repeat their name. */
export type Values = { readonly [name: string]: unknown };

/** The address of a call: parameters filled in, query entries sorted so that equal calls have equal addresses (API-13). */
export function addressOf(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
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
