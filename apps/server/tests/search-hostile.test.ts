import { MOST_TEXT, MOST_WORDS, parseTextQuery, textFault } from "@postil/domain/search/text-query";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  filters,
  find,
  many,
  ROUTES,
  range,
  type SearchSetup,
  search,
  setSearchSetup,
  terms,
  text,
} from "./support/search-calls.ts";

/** Texts written to break a search. The server treats them as ordinary words, and other users do not wait for them. */

let setup: SearchSetup;
const TEXTS = [
  'Drop table record; -- "all"',
  "שלום עולם",
  "e\u0301clair zoe\u0308",
  "a.*b [a-z]+ (x|y)",
  "or near not and col",
];

beforeAll(async () => {
  setup = await setSearchSetup();
  const params = { dataset_id: setup.world.main.datasetId };
  const items = TEXTS.map((one) => ({ fields: { text: one } }));
  await setup.world.owner.must("bulkCreateRecords", { params, body: { items } });
});
afterAll(() => setup.server.close());

/** The query, and the texts above that contain its words. */
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
    const { items, total } = await find(setup, route, text({ q }));
    expect([items.map(({ record }) => record.fields.text), total]).toEqual([found, found.length]);
  }
});

/** Repeats a piece up to the limits of a search: 16,384 characters, 1,024 words. */
function long(piece: string): string {
  let text = piece
    .repeat(Math.ceil(MOST_TEXT / piece.length))
    .slice(0, MOST_TEXT)
    .toWellFormed();
  while (textFault(text, MOST_TEXT)) text = text.slice(0, text.length * 0.9).toWellFormed();
  return text;
}
const words = (mark: string) =>
  Array.from({ length: MOST_WORDS }, (_, index) => `${index.toString(36)}${mark}`).join(" ");

/** Queries of the largest allowed size. */
const LONG: readonly (readonly [what: string, q: string])[] = [
  ["one word", long("x")],
  ["quotation marks", long('" "')],
  ["unbalanced marks", long(' -"')],
  ["stars", long("* ")],
  ["a thousand words", words("")],
  ["a thousand exclusions", long("-ab ")],
  ["a thousand beginnings", words("*")],
  ["a thousand excluded beginnings", words("*").replaceAll(" ", " -")],
  ["phrases", long('"ab cd" ')],
  ["one phrase", `"${words("")}"`],
  ["one excluded run", `-${words("").replaceAll(" ", "-")}`],
  ["a script without spaces", long("ภาษาไทยยากมาก")],
  ["another", long("ភាសាខ្មែរ")],
  ["ideographs", long("東京")],
  ["marks upon marks", long(`e${"\u0301".repeat(999)}`)],
  ["joined pictures", long("👍\u200d")],
  ["flags", long("🇪")],
  ["words from right to left", long('צה"ל \u202e')],
  ["regular expressions", long("(qq+)+$ ")],
];

test.each(LONG)("FFI-13 API-36 as much of %s as may be asked is answered", async (_, q) => {
  for (const route of ROUTES) {
    const { total } = await find(setup, route, text({ q }));
    // A query without demands matches nothing. A query of exclusions alone matches every record without these words.
    const demands = parseTextQuery(q);
    const onlyExcluded = demands.length > 0 && demands.every(({ excluded }) => excluded);
    expect(total).toBe(onlyExcluded ? 10 : 0);
  }
});

const TOO_MUCH: readonly (readonly [what: string, q: string, msg: string])[] = [
  ["a character too many", "x".repeat(16_385), "ensure this value has at most 16384 characters, found 16385"],
  ["most of a megabyte", "x ".repeat(450_000), "ensure this value has at most 16384 characters, found 900000"],
  ["a word too many", "ab ".repeat(1025), "ensure this value has at most 1024 words, found 1025"],
  ["a word too many in quotes", `"${"ab ".repeat(1025)}"`, "ensure this value has at most 1024 words, found 1025"],
  [
    "a phrase too many",
    Array.from({ length: 129 }, (_, at) => `"a${at} b"`).join(" "),
    "ensure this value has at most 128 phrases, found 129",
  ],
  ["an ideograph too many", "東".repeat(1025), "ensure this value has at most 1024 words, found 1025"],
];

test.each(TOO_MUCH)("FFI-13 API-36 %s is refused with what is wrong and the limit", async (_, q, msg) => {
  for (const route of ROUTES) {
    const reply = await search(setup, route, text({ q }));
    expect(reply.status).toBe(422);
    const error = { loc: ["body", "query", "text", "q"], msg, type: "value_error.any_str.max_length" };
    expect(reply.body).toMatchObject({ detail: { params: { errors: [error] } } });
  }
});

test("FFI-13 many words are asked for in turn: each counts, and so does each that must not occur", async () => {
  const { owner, main } = setup.world;
  const many = Array.from({ length: 60 }, (_, index) => `many${index}x`);
  const phrase = `"${many.join(" ")}"`;
  const texts = [many.join(" "), many.toReversed().join(" ")];
  const items = texts.map((one) => ({ fields: { text: one } }));
  await owner.must("bulkCreateRecords", { params: { dataset_id: main.datasetId }, body: { items } });
  const asked: readonly (readonly [q: string, found: readonly string[]])[] = [
    [many.join(" "), texts],
    [`${many.join(" ")} many60x`, []],
    [`${many.join(" ")} -many60x`, texts],
    [many.map((word) => `${word}*`).join(" "), texts],
    [phrase, texts.slice(0, 1)],
    [`many0x -${phrase}`, texts.slice(1)],
    [`many0x ${many.map((word) => `-${word}y`).join(" ")}`, texts],
    [`many0x ${many.map((word) => `-${word}y`).join(" ")} -many59x`, []],
    [`many0x -"${many.slice(1).join(" ")} many0x"`, texts],
  ];
  for (const [q, found] of asked) {
    for (const route of ROUTES) {
      const { items: records, total } = await find(setup, route, text({ q }));
      expect([records.map(({ record }) => record.fields.text).sort(), total], q).toEqual([
        found.toSorted(),
        found.length,
      ]);
    }
  }
});

test("FFI-12 FFI-13 while one person's worst searches run, the pages, pings and searches of others are answered", async () => {
  const { people, main } = setup.world;
  const heavy = filters(
    ...many(25, terms({ entity: "response", question: "mood" }, many(250, "good"))),
    ...many(25, range({ ge: 0 }, { entity: "suggestion", question: "mood", property: "score" })),
  );
  const bodies = [...LONG.map(([, q]) => text({ q })), ...many(10, heavy)];
  let answered = 0;
  const searches = bodies.flatMap((body) =>
    ROUTES.map(async (route) => {
      const { status } = await search(setup, route, body);
      answered++;
      return status;
    }),
  );
  // The store works on the searches now. A call that had to wait for all of them would be answered last.
  await Promise.race(searches);
  const { annotator } = people.clients;
  const params = { dataset_id: main.datasetId };
  const others = [
    () => annotator.must("getVersion"),
    () => annotator.must("listMyRecords", { params }),
    () => annotator.must("searchMyRecords", { params, body: text({ q: "drop" }) }),
    () =>
      annotator.must("searchMyRecords", {
        params,
        body: filters(terms({ entity: "response", question: "mood" }, ["good"])),
      }),
  ];
  for (const other of others) {
    await other();
    expect(answered).toBeLessThan(searches.length);
  }
  expect(new Set(await Promise.all(searches))).toEqual(new Set([200]));
});

// This test is last: its words would change the results of other tests.
test("FFI-13 API-36 a beginning that stands for more than 10,000 words is refused, and taken when it is longer", async () => {
  const { owner, main } = setup.world;
  const params = { dataset_id: main.datasetId };
  for (let from = 0; from < 10_002; from += 2500) {
    const numbers = Array.from({ length: 2500 }, (_, index) => `wide${100_000 + from + index}`);
    await owner.must("bulkCreateRecords", { params, body: { items: [{ fields: { text: numbers.join(" ") } }] } });
  }
  for (const route of ROUTES) {
    const { status, body } = await search(setup, route, text({ q: "drop -wide*" }));
    const detail = "'wide*' stands for more than 10,000 different words here. Write more of its beginning.";
    expect([status, body]).toEqual([422, { detail }]);
    expect((await find(setup, route, text({ q: "wide109*" }))).total).toBe(1);
    const together = await search(setup, route, text({ q: "wide10* drop*" }));
    const several =
      "The 2 beginnings of words in this search stand for more than 10,000 different words here. Leave some out, or write more of them.";
    expect([together.status, together.body]).toEqual([422, { detail: several }]);
  }
});
