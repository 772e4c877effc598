import { partsOfPath } from "@postil/contract/path";

/**
 * Tells if the path of a request belongs to the API, whatever the method: 405 for a known path, 404 otherwise. `paths` are
 * written as in the route table.
 */
export function createKnownPaths(paths: readonly string[]): (path: string) => boolean {
  const patterns = [...new Set(paths)].map((path) =>
    partsOfPath(path)
      .map((part) => {
        if ("text" in part) return part.text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
        return part.words === null ? "[^/]+" : `(?:${part.words})`;
      })
      .join(""),
  );
  const known = new RegExp(`^(?:${patterns.join("|")})$`);
  return (path) => known.test(path);
}
