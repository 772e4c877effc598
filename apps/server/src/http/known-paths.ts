/**
 * Tells whether the path of a request is one of the API's, whatever the method: 405 for a known one, 404 otherwise.
 * `paths` as in the route table, with `:name` for one segment.
 */
export function createKnownPaths(paths: readonly string[]): (path: string) => boolean {
  const patterns = [...new Set(paths)].map((path) =>
    path
      .split("/")
      .map((segment) => (segment.startsWith(":") ? "[^/]+" : segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")))
      .join("/"),
  );
  const known = new RegExp(`^(?:${patterns.join("|")})$`);
  return (path) => known.test(path);
}
