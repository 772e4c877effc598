import { readFileSync } from "node:fs";
import { fillPath } from "@postil/contract/path";
import type { Route } from "@postil/contract/route";

/** Reads who may make a call from the "Who" columns of the contract's tables. */

/** Maps the wording of the columns to the words of the matrix. */
const WORDS: readonly (readonly [start: RegExp, who: string])[] = [
  [/^anybody signed in/, "any"],
  [/^anybody/, "public"],
  [/^its user/, "own"],
  [/^owner, or admin member/, "manager"],
  [/^(author-or-manager|public|any|privileged|owner|member|manager|who began it|who sent it|see \w+)/, "$1"],
];
const inWords = (cell: string): string => {
  const plain = cell.replaceAll("*", "").trim();
  for (const [start, who] of WORDS) {
    const found = start.exec(plain);
    if (found) return who.replace("$1", found[1] ?? "");
  }
  return plain;
};

type Table = { readonly prefix: string; readonly callAt: number; readonly whoAt: number; readonly whoElse: string };

const cellsOf = (line: string): string[] =>
  line
    .replaceAll("\\|", "¦")
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

const CALL = /`(GET|POST|PUT|PATCH|DELETE)(?: ([^`?\s]*))?[^`]*`/g;
/** The path without parameter names and task names: `/datasets/{}/{}:search`. */
const bare = (path: string): string => path.replace(/\{[^}]*\}/g, "{}").replace(TASK_BEFORE_CALL, "{}");
const TASK_BEFORE_CALL = /(?:TextClassification|TokenClassification|Text2Text)(?=:)/;
const key = (method: string, path: string) => `${method} ${bare(path)}`;

/** Returns pairs of a key (method and bare path) and the document's policy in one word. */
function policyIn(document: string, prefix: string): [string, string][] {
  const text = readFileSync(new URL(`../../../../docs/contract/${document}`, import.meta.url), "utf8");
  let table: Table | null = null;
  const found: [string, string][] = [];
  for (const line of text.split("\n")) {
    const cells = cellsOf(line);
    if (cells.length === 0) table = null;
    const callAt = cells.findIndex((cell) => /^(Method \+|Call$)/.test(cell));
    if (callAt >= 0) table = tableOf(cells, callAt, prefix);
    else if (table) found.push(...callsIn(cells, table));
  }
  return found;
}

/** Tables without a "Who" column: the labeling rules (their paths are tails), and calls that anyone may make. */
const tableOf = (cells: readonly string[], callAt: number, prefix: string): Table => {
  const isTail = cells[callAt] === "Method + tail";
  return {
    prefix: isTail ? `${prefix}/datasets/{name}/TextClassification/labeling/rules` : prefix,
    callAt,
    whoAt: cells.indexOf("Who"),
    whoElse: isTail ? "member" : "public",
  };
};

function callsIn(cells: readonly string[], { prefix, callAt, whoAt, whoElse }: Table): [string, string][] {
  const cell = cells[callAt] ?? "";
  const who = whoAt < 0 ? whoElse : inWords(cells[whoAt] ?? "");
  return [...cell.matchAll(CALL)].map(([, method = "", path = ""]) => [
    key(method, path.startsWith("/api") ? path : prefix + path),
    who,
  ]);
}

const POLICY = new Map([
  ...policyIn("api-v1.md", "/api/v1"),
  ...policyIn("api-v0.md", "/api"),
  ...policyIn("own.md", "/api/postil/v1"),
]);

/** The documents' policy for a route. Null: no table has the route. */
export function whoInContract({ method, path }: Route): string | null {
  const asKey = key(
    method,
    fillPath(path, (name) => `{${name}}`),
  );
  return POLICY.get(asKey) ?? null;
}
