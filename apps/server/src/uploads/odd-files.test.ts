import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { texts } from "../import/cases.fixture.ts";
import { fileOf, understand } from "../import/import.fixture.ts";
import { createFileReader } from "./file-reader.ts";
import { understandingOf } from "./understanding.ts";

/** Files as people have them: odd, cut off, put together, named wrongly. */

const LINES = ['{"text":"one","label":"a"}', '{"text":"two","label":"b"}', '{"text":"three","label":"a"}'] as const;
const TABLE = "text,label\none,a\ntwo,b\nthree,a\n";
const list = (...rows: readonly string[]) => `[${rows.join(",")}]`;
const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();

/** What is stored of a file: its texts, and the lines that are refused; or the words with which all of it is refused. */
type Expected = { readonly texts: readonly string[]; readonly bad?: readonly number[] } | string;
const ALL = { texts: ["one", "two", "three"] };

const CASES: readonly (readonly [what: string, ending: string, content: string | Buffer, expected: Expected])[] = [
  ["UTF-16 with a mark", "csv", Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be(TABLE)]), ALL],
  ["UTF-16 without a mark", "csv", utf16be(TABLE), "looks like UTF-16 without a mark"],
  ["line ends of old Macs", "csv", TABLE.replaceAll("\n", "\r"), ALL],
  ["line ends that were doubled", "csv", TABLE.replaceAll("\n", "\r\r\n"), ALL],
  ["a CR in a cell", "csv", TABLE.replace("two", '"two\rlines"'), { texts: ["one", "two\rlines", "three"] }],
  ["a byte order mark before a line", "jsonl", LINES.join("\n\uFEFF"), ALL],
  ["one in a cell", "csv", TABLE.replace("two", "\uFEFFtwo"), { texts: ["one", "\uFEFFtwo", "three"] }],
  ["a NUL", "csv", TABLE.replace("two", "t\0wo"), { texts: ["one", "three"], bad: [3] }],
  ["half a character", "jsonl", LINES.join("\n").replace("two", "t\\ud800"), { texts: ["one", "three"], bad: [2] }],
  ["tabs in a CSV", "csv", TABLE.replaceAll(",", "\t"), ALL],
  ["quotes in odd places", "csv", TABLE.replace("two", '5" two "2"'), { texts: ["one", '5" two "2"', "three"] }],
  ["a quote that is never closed", "csv", TABLE.replace("two", '"two'), { texts: ["one", '"two', "three"] }],
  ["a name twice", "csv", TABLE.replace("label", "text"), 'Two columns of the file have the name "text"'],
  ["rows of other lengths", "csv", `${TABLE}four\nfive,a,x\n`, { ...ALL, bad: [5, 6] }],
  ["rows without a value", "csv", `${TABLE},\n"",""\n`, { ...ALL, bad: [5, 6] }],
  ["a list on one line", "json", list(...LINES), ALL],
  ["a comma at its end", "json", list(...LINES, ""), ALL],
  ["a list that has no end", "json", list(...LINES).slice(0, -1), { ...ALL, bad: [4] }],
  ["one cut after a comma", "json", list(...LINES, "").slice(0, -1), { ...ALL, bad: [4] }],
  ["one cut in the middle", "json", list(...LINES, LINES[0]).slice(0, -9), { ...ALL, bad: [4] }],
  ["words behind a list", "json", `${list(...LINES)} and more`, { ...ALL, bad: [4] }],
  ["objects over several lines", "json", LINES.map((one) => one.replaceAll(/[{,]/g, "$&\n")).join("\n"), ALL],
  ["commas behind lines", "jsonl", LINES.join(",\n"), ALL],
  ["a comma in a line", "jsonl", [...LINES, '{"text":"x",}'].join("\n"), { ...ALL, bad: [4] }],
  ["comments between lines", "jsonl", LINES.join("\n// a comment\n"), { ...ALL, bad: [2, 4] }],
  ["two objects on a line", "jsonl", [...LINES, LINES[0] + LINES[1]].join("\n"), { ...ALL, bad: [4] }],
  ["values that are no rows", "jsonl", [...LINES, "5", "null", "[]", "{}"].join("\n"), { ...ALL, bad: [4, 5, 6, 7] }],
  ["a member twice", "jsonl", [...LINES, '{"text":"x","text":"y"}'].join("\n"), { ...ALL, bad: [4] }],
  ["NaN", "jsonl", [...LINES, '{"text":"x","n":NaN}'].join("\n"), { ...ALL, bad: [4] }],
  ["a number too large", "jsonl", [...LINES, '{"text":"x","n":1e400}'].join("\n"), { ...ALL, bad: [4] }],
  ["a number too near to 0", "jsonl", [...LINES, '{"text":"x","n":[1e-400]}'].join("\n"), { ...ALL, bad: [4] }],
  [
    "a text like it, and a zero",
    "jsonl",
    [...LINES, '{"text":"1e-400","n":0e-400}'].join("\n"),
    {
      texts: [...ALL.texts, "1e-400"],
    },
  ],
  ["names that are blank", "jsonl", LINES.map((one, at) => one.replace("}", `,"":${at},"  ":1}`)).join("\n"), ALL],
  ["rows that are lists", "json", '[["text","label"],["one","a"]]', "holds no rows that can be read"],
  ["gzip in gzip", "csv.gz", gzipSync(gzipSync(TABLE)), "packed with gzip twice"],
  ["two parts of gzip", "csv.gz", Buffer.concat([gzipSync(TABLE.slice(0, 20)), gzipSync(TABLE.slice(20))]), ALL],
  ["gzip that is cut off", "csv.gz", gzipSync(TABLE).subarray(0, 25), "the gzip file is cut off"],
  ["gzip under another name", "csv", gzipSync(TABLE), "its name must end in .gz"],
  ["a table that is called gzip", "csv.gz", TABLE, "it is not gzip"],
  ["an archive that is called JSON", "json", Buffer.from("PK\u0003\u0004 and more"), "a zip archive or an Excel file"],
  ["JSON that is called a table", "csv", list(...LINES), "no table but JSON"],
  ["a page of the web", "csv", "<!DOCTYPE html><html></html>", "a page of the web"],
  ["nothing", "csv", "", "holds no rows"],
  ["names alone", "csv", "text,label\n", "holds no rows"],
];

test.each(CASES)(
  "IMP-123 IMP-06 %s: what is read is stored or refused, by command and page",
  async (_, ending, content, expected) => {
    const path = fileOf(content, ending);
    const onPage = async () => understandingOf(await createFileReader({ path, name: `rows.${ending}` })({}), {});
    if (typeof expected === "string") {
      await expect(understand(path)).rejects.toThrow(expected);
      const fault = await onPage().then(
        (page) => page.fault,
        ({ message }: Error) => message,
      );
      return expect(fault).toContain(expected);
    }
    const { plan, records, bad } = await understand(path);
    expect([texts(records), bad.map(({ line }) => line)]).toEqual([expected.texts, expected.bad ?? []]);
    expect(plan.read).toBe(records.length + bad.length);
    const { rows, refused } = await onPage();
    expect([rows, refused.count]).toEqual([plan.read, bad.length]);
  },
);

test("IMP-123 what no label can be is told before anything is written: NUL, half a character, blanks alone", async () => {
  const rows = (label: string) => fileOf([...LINES, `{"text":"x","label":"${label}"}`].join("\n"), "jsonl");
  const only = (label: string) => understand(rows(label));
  await expect(only("b\\u0000")).rejects.toThrow("the value on line 4 has a NUL character or half a character");
  const named = await understand(rows("b\\ud800"), "--label", "label");
  expect([named.records.length, named.bad.map(({ line }) => line)]).toEqual([3, [4]]);
  const blank = await only(" ");
  expect(blank.plan.asked).toEqual([expect.stringContaining('labels that look like no value: " " (1)')]);
  const { plan, records } = await understand(rows(" "), "--missing", " ");
  expect([plan.asked, plan.questions[0]?.options, records.length]).toEqual([[], ["a", "b"], 4]);
});

test("IMP-123 a table keeps a number too near to 0 as its text", async () => {
  const { records } = await understand(
    fileOf("text,label,n\na b,a,1e-400\nc d,b,1e-400\ne f,b,2.5\ng h,b,2.5\n", "csv"),
  );
  expect(records.map(({ metadata }) => metadata?.n)).toEqual(["1e-400", "1e-400", "2.5", "2.5"]);
});

test("IMP-123 the name of a column is shown on one line, however long it is", async () => {
  const { words, records } = await understand(
    fileOf(`text,label,"${"n".repeat(5000)}","a\nb"\none,a,x,y\ntwo,b,x,y\n`, "csv"),
  );
  expect(Math.max(...words.map(({ length }) => length))).toBeLessThan(400);
  expect(words.join("\n")).toContain('  "a\\nb"  ');
  expect(Object.values(records[0]?.metadata ?? {})).toEqual(["x", "y"]);
});

test("IMP-123 IMP-12 tasks of Label Studio that nobody worked on may have their data alone", async () => {
  const result = [{ from_name: "mood", to_name: "text", type: "choices", value: { choices: ["happy"] } }];
  const annotations = [{ id: 1, completed_by: 1, result }];
  const tasks = ["one", "two", "three"].map((text, at) => ({
    id: at,
    data: { text },
    ...(at === 0 ? { annotations } : {}),
  }));
  const { records } = await understand(fileOf(JSON.stringify(tasks), "json"), "--label", "mood=happy,sad");
  expect(texts(records)).toEqual(["one", "two", "three"]);
  expect(records.map(({ suggestions }) => suggestions.length)).toEqual([1, 0, 0]);
});
