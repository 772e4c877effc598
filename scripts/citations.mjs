// Checks that every citation in code and tests exists: a chapter of docs/design or docs/contract under its heading, such as
// `design/filters.md#sort`, and a requirement ID in a test title.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The URL fragment of a heading. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, "")
    .replaceAll(" ", "-");

const chaptersOf = (folder) =>
  readdirSync(join(root, "docs", folder)).flatMap((file) => {
    const headings = readFileSync(join(root, "docs", folder, file), "utf8").matchAll(/^#+ (.+)$/gm);
    return [`${folder}/${file}`, ...[...headings].map(([, heading]) => `${folder}/${file}#${anchorOf(heading)}`)];
  });
const known = new Set(["design", "contract"].flatMap(chaptersOf));

const ID = /\b(?!UTF-)[A-Z][A-Z0-9]{2}-\d{2}\b/g;
const required = new Set(readFileSync(join(root, "docs/requirements.md"), "utf8").match(ID));

/** The IDs in a file's test titles that belong to no requirement. */
const unknownIds = (path, text) =>
  /\.(test|spec|contract|properties)\.tsx?$/.test(path)
    ? [...text.matchAll(/\b(?:test|describe|it)(?:\.\w+)*(?:\([^"'`]*\))?\(\s*["'`](.*)/g)].flatMap(([, title]) =>
        (title.match(ID) ?? []).filter((id) => !required.has(id)),
      )
    : [];

const missing = ["apps", "packages", "e2e", "bench", "docs"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((path) => /\.(tsx?|css|md)$/.test(path) && !/(^|\/)(node_modules|dist)\//.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(root, folder, path), "utf8");
      const chapters = [...text.matchAll(/\b(design|contract)\/[\w-]+\.md(#[\w-]+)?/g)].map(([cited]) => cited);
      return [...chapters.filter((cited) => !known.has(cited)), ...unknownIds(path, text)].map(
        (cited) => `${folder}/${path}: there is no ${cited}`,
      );
    }),
);
for (const line of missing) console.error(line);
process.exitCode = missing.length === 0 ? 0 : 1;
