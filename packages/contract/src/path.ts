/**
 * The syntax of paths in the table of routes: `:name` is a parameter of one segment, `:name(one|other)` is one of a few
 * words, and `::` is a literal colon.
 */
type PathPart =
  | { readonly text: string }
  /** `words`: the allowed words, separated by bars; null: any text. */
  | { readonly name: string; readonly words: string | null };

const SPECIAL = /(::|:\w+(?:\([\w|]+\))?)/;
const PARAMETER = /^:(\w+)(?:\((.+)\))?$/;

/** The parts of a path, from left to right. */
export const partsOfPath = (path: string): PathPart[] =>
  path
    .split(SPECIAL)
    .filter((part) => part !== "")
    .map((part) => {
      if (part === "::") return { text: ":" };
      const [, name, words = null] = PARAMETER.exec(part) ?? [];
      return name === undefined ? { text: part } : { name, words };
    });

/** The path with a text filled in for each parameter. */
export const fillPath = (path: string, fill: (name: string) => string): string =>
  partsOfPath(path)
    .map((part) => ("text" in part ? part.text : fill(part.name)))
    .join("");

/** The addresses of the page. The server answers them with the page, and other paths as not found (API-38). */
export const PAGE_PATHS = [
  ...["/", "/login", "/sign-in", "/welcome-hf-sign-in", "/invitation"],
  ...["/oauth/callback", "/oauth/:provider/callback"],
  ...["/datasets", "/datasets/new", "/datasets/by-hand"],
  ...["/datasets/:workspace/:dataset", "/datasets/:workspace/:dataset/settings"],
  "/datasets/:workspace/:dataset/add-records",
  ...["/dataset/annotation-mode", "/dataset/:id/annotation-mode", "/dataset/settings", "/dataset/:id/settings"],
  ...["/dataset/add-records", "/dataset/:id/add-records"],
  ...[
    "/user-settings",
    "/people",
    "/workspaces",
    "/workspaces/:workspaceId",
    "/audit",
    "/recently-deleted",
    "/webhooks",
  ],
] as const;
