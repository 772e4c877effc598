// Every chapter of docs/design that code or a test cites, `design/filters.md#sort`, has to be there under that heading.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const design = join(root, "docs/design");

/** A heading as the fragment of its address. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, "")
    .replaceAll(" ", "-");

const known = new Set(
  readdirSync(design).flatMap((file) => {
    const headings = readFileSync(join(design, file), "utf8").matchAll(/^#+ (.+)$/gm);
    return [`design/${file}`, ...[...headings].map(([, heading]) => `design/${file}#${anchorOf(heading)}`)];
  }),
);

const missing = ["apps", "packages", "e2e", "bench", "docs"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((path) => /\.(tsx?|css|md)$/.test(path) && !/(^|\/)(node_modules|dist)\//.test(path))
    .flatMap((path) =>
      [...readFileSync(join(root, folder, path), "utf8").matchAll(/\bdesign\/[\w-]+\.md(#[\w-]+)?/g)]
        .filter(([cited]) => !known.has(cited))
        .map(([cited]) => `${folder}/${path}: there is no ${cited}`),
    ),
);
for (const line of missing) console.error(line);
process.exitCode = missing.length === 0 ? 0 : 1;
