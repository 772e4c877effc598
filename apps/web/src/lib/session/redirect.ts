/** The default place after sign-in: the index (RTE-28). */
export const HOME = "/";

/**
 * The place after sign-in, from the raw `redirect` entry of the address (RTE-27). It is decoded once, and used only if it is a
 * path of this origin. So a link cannot send a user who signs in here to a page that only looks like this one.
 */
export function redirectTarget(entry: string | undefined): string {
  return OWN_PATH.exec(decodedOnce(entry ?? ""))?.[0] ?? HOME;
}

/** The `redirect` entry that brings a user back to a path with its query and hash. Null for the index (RTE-24). */
export function redirectEntry(fullPath: string): string | null {
  return fullPath === HOME ? null : encodeURIComponent(fullPath);
}

/** An entry that cannot be decoded counts as empty. */
function decodedOnce(entry: string): string {
  try {
    return decodeURIComponent(entry);
  } catch {
    return "";
  }
}

/** Browsers read `\` as `/` and drop tabs and line breaks, so `/\host` and `/<tab>/host` also lead to other hosts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const OWN_PATH = /^\/(?![/\\])[^\u0000-\u001f\u007f]*$/;
