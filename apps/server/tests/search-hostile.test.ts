import { parseTextQuery } from "@postil/domain/text-query";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  filters,
  find,
  many,
  ROUTES,
  range,
  type SearchScene,
  search,
  setSearchScene,
  terms,
  text,
} from "./support/search-calls.ts";

/** Texts that were written to break a search: each is words like any other, and keeps nobody else waiting. */

let scene: SearchScene;
const TEXTS = [
  'Drop table record; -- "all"',
  "שלום עולם",
  "e\u0301clair zoe\u0308",
  "a.*b [a-z]+ (x|y)",
  "or near not and col",
];

beforeAll(async () => {
  scene = await setSearchScene();
  const params = { dataset_id: scene.world.main.datasetId };
  const items = TEXTS.map((one) => ({ fields: { text: one } }));
  await scene.world.owner.must("bulkCreateRecords", { params, body: { items } });
});
afterAll(() => scene.server.close());

/** What is asked, and the texts above that have its words. */
const FRAGMENTS: readonly (readonly [q: string, found: readonly string[]])[] = [
  ['" OR 1=1 --', []],
  ["drop table", [TEXTS[0] ?? ""]],
  ["'); drop table record; --", [TEXTS[0] ?? ""]],
  ["%' union select * from user --", []],
  ["NEAR(", [TEXTS[4] ?? ""]],
  ["NEAR(or not, 5)", []],
  ["or AND near", [TEXTS[4] ?? ""]],
  ["near NOT drop", []],
  ["f0 : drop", []],
  ["{f0 f1} : drop", []],
  ["^drop", [TEXTS[0] ?? ""]],
  ["drop + table", [TEXTS[0] ?? ""]],
  ["(drop", [TEXTS[0] ?? ""]],
  ['"unbalanced', []],
  ['"drop', [TEXTS[0] ?? ""]],
  ['drop "" table', [TEXTS[0] ?? ""]],
  ['"drop "table"', [TEXTS[0] ?? ""]],
  ["*", []],
  ["**", []],
  ["* drop", [TEXTS[0] ?? ""]],
  ["dro*", [TEXTS[0] ?? ""]],
  ["*rop", []],
  ["a.*b", [TEXTS[3] ?? ""]],
  ["[a-z]+", [TEXTS[3] ?? ""]],
  ["(x|y)", [TEXTS[3] ?? ""]],
  ["/dr.p/", []],
  ["dr?p", []],
  ["\\drop", [TEXTS[0] ?? ""]],
  ["$.drop", [TEXTS[0] ?? ""]],
  ["-", []],
  ["--", []],
  ["! ? … ،", []],
  ["", []],
  [" \t\n\u00a0\u2028", []],
  ["\u202eשלום", [TEXTS[1] ?? ""]],
  ["עולם שלום", [TEXTS[1] ?? ""]],
  ["e\u0301clair", [TEXTS[2] ?? ""]],
  ["\u00e9clair", []],
  ["eclair", []],
  ["\u0301", []],
  ["\ufeff", []],
  ["\u200b\u200d", []],
];

test.each(FRAGMENTS)("FFI-13 API-31 %j is words and punctuation, no language", async (q, found) => {
  for (const route of ROUTES) {
    const { items, total } = await find(scene, route, text({ q }));
    expect([items.map(({ record }) => record.fields.text), total]).toEqual([found, found.length]);
  }
});

const LENGTH = 100_000;
const long = (piece: string) =>
  piece
    .repeat(Math.ceil(LENGTH / piece.length))
    .slice(0, LENGTH)
    .toWellFormed();
const words = (mark: string) => Array.from({ length: 15_000 }, (_, index) => `${index.toString(36)}${mark}`).join(" ");

/** A hundred kilobytes each. */
const LONG: readonly (readonly [what: string, q: string])[] = [
  ["one word", long("x")],
  ["quotation marks", long('" "')],
  ["unbalanced marks", long(' -"')],
  ["stars", long("* ")],
  ["thousands of words", words("")],
  ["thousands of exclusions", long("-ab ")],
  ["thousands of beginnings", words("*")],
  ["thousands of excluded beginnings", words("*").replaceAll(" ", " -")],
  ["thousands of phrases", words('" "')],
  ["one phrase", `"${words("")}"`],
  ["one excluded run", `-${words("").replaceAll(" ", "-")}`],
  ["a script without spaces", long("ภาษาไทยยากมาก")],
  ["another", long("ភាសាខ្មែរ")],
  ["ideographs", long("東京")],
  ["marks upon marks", `e${long("\u0301")}`],
  ["joined pictures", long("👍\u200d")],
  ["flags", long("🇪")],
  ["words from right to left", long('צה"ל \u202e')],
  ["regular expressions", long("(qq+)+$ ")],
];

test.each(LONG)("FFI-13 API-31 100 kB of %s are answered", async (_, q) => {
  for (const route of ROUTES) {
    const { total } = await find(scene, route, text({ q }));
    // Without a demand nothing matches; exclusions alone leave every record that has none of them.
    const demands = parseTextQuery(q);
    const onlyExcluded = demands.length > 0 && demands.every(({ excluded }) => excluded);
    expect(total).toBe(onlyExcluded ? 10 : 0);
  }
});

test("FFI-12 FFI-13 API-31 while the worst searches wait for each other, pages and pings of others are answered", async () => {
  const { owner, main } = scene.world;
  const heavy = filters(
    ...many(25, terms({ entity: "response", question: "mood" }, many(250, "good"))),
    ...many(25, range({ ge: 0 }, { entity: "suggestion", question: "mood", property: "score" })),
  );
  const bodies = [...LONG.map(([, q]) => text({ q })), ...many(10, heavy)];
  let pending = 2 * bodies.length;
  const searches = bodies.flatMap((body) =>
    ROUTES.map(async (route) => {
      const { status } = await search(scene, route, body);
      pending--;
      return status;
    }),
  );
  // Both are answered before the last of what was asked before them.
  const params = { dataset_id: main.datasetId };
  await owner.must("getVersion");
  expect(pending).toBeGreaterThan(0);
  await owner.must("listMyRecords", { params });
  expect(pending).toBeGreaterThan(0);
  expect(new Set(await Promise.all(searches))).toEqual(new Set([200]));
});
