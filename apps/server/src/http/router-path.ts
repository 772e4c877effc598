import { partsOfPath } from "@postil/contract/path";

/** A path of the table in the router's words, which have to say where a parameter ends that more of the segment follows. */
export const routerPath = (path: string): string =>
  partsOfPath(path)
    .map((part, index, parts) => {
      if ("text" in part) return part.text.replaceAll(":", "::");
      const next = parts[index + 1];
      const isWhole = !next || !("text" in next) || next.text.startsWith("/");
      // Tried on the part as it reads, in which what was sent as %3A or %2F is a colon or a slash again.
      const pattern = part.words ?? (isWhole ? null : "[^]+");
      return `:${part.name}${pattern === null ? "" : `(${pattern})`}`;
    })
    .join("");
