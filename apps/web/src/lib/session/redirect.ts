/** Where a user goes who has no better place: the index (RTE-28). */
export const HOME = "/";

/**
 * Where to go after sign-in, from the `redirect` entry as it stands in the address (RTE-27): decoded once, and only when
 * it is a path of this origin, so that nobody can send a user who signs in here to a page that merely looks like this one.
 */
export function redirectTarget(entry: string | undefined): string {
  return OWN_PATH.exec(decodedOnce(entry ?? ""))?.[0] ?? HOME;
}

/** The `redirect` entry that brings a user back to a path with its query and hash; none for the index (RTE-24). */
export function redirectEntry(fullPath: string): string | null {
  return fullPath === HOME ? null : encodeURIComponent(fullPath);
}

/** What cannot be decoded leads nowhere. */
function decodedOnce(entry: string): string {
  try {
    return decodeURIComponent(entry);
  } catch {
    return "";
  }
}

/** Browsers read `\` as `/` and drop tabs and line breaks, so `/\host` and `/<tab>/host` are other hosts too. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const OWN_PATH = /^\/(?![/\\])[^\u0000-\u001f\u007f]*$/;
