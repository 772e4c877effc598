import { describe, expect, test } from "vitest";
import { fileOf, understand } from "./import.fixture.ts";

const TABLE = fileOf(
  [
    "text,label,who,second,answer",
    "A first text to read,good,mara,good,accept",
    "A second text to read,bad,M. Lind,good,accept",
    "A third text to read,bad,mara,,reject",
    "A fourth text to read,good,jo,bad,ignore",
  ].join("\n"),
  "csv",
);
const OWN = ["--field", "text", "--label", "label", "--answer", "label", "--ignore", "second"];

describe("IMP-08 answers by whose", () => {
  test("are of the person that a column names; a decision of the row holds for them", async () => {
    const { records, plan, roles, bad } = await understand(TABLE, ...OWN, "--by", "who", "--person", "M. Lind=lind");
    expect(bad).toEqual([]);
    expect(roles.label).toMatchObject({ kind: "question", keptAs: "answer", by: { column: "who" } });
    expect([...plan.names]).toEqual([
      ["mara", 2],
      ["M. Lind", 1],
      ["jo", 1],
    ]);
    const of = (user: string, status: string, value: string) => [{ user, status, values: { label: { value } } }];
    expect(records.map(({ responses }) => responses)).toEqual([
      of("mara", "submitted", "good"),
      of("lind", "submitted", "bad"),
      undefined,
      of("jo", "discarded", "good"),
    ]);
    expect(records.flatMap(({ suggestions }) => suggestions)).toEqual([]);
    expect(records[2]?.metadata).toMatchObject({ rejected: "bad" });
  });

  test("of a name that is left out are not stored, which is told, and nobody else gets them", async () => {
    const leaving = ["--person", "M. Lind=", "--person", "jo="];
    const { records, words } = await understand(TABLE, ...OWN, "--by", "who", ...leaving);
    expect(records.map(({ responses }) => responses?.[0]?.user)).toEqual(["mara", undefined, undefined, undefined]);
    expect(words).toContain('  answers of "M. Lind" (1 row) are left out, as asked');
    expect(words).toContain('  answers of "jo" (1 row) are left out, as asked');
    expect(words.join("\n")).not.toContain('"mara" (');
  });

  test("are of one person, and may be in a column beside that of the question", async () => {
    const flags = ["--field", "text", "--label", "label", "--answer", "label=second", "--by-person", "jo"];
    const { records, roles } = await understand(TABLE, ...flags);
    expect(roles.second).toMatchObject({ kind: "answer", question: "label", by: { person: "jo" } });
    expect(records.map(({ responses }) => responses?.[0]?.values?.label?.value)).toEqual([
      "good",
      "good",
      undefined,
      "bad",
    ]);
    expect(records[0]?.suggestions).toMatchObject([{ question: "label", value: "good", type: "human" }]);
  });

  test("to a question called as every object's prototype are kept, and are no draft", async () => {
    const file = fileOf("text,__proto__\nA text to read,good\nAnother to read,bad\n", "csv");
    const flags = ["--field", "text", "--label", "__proto__", "--answer", "__proto__", "--by-person", "jo"];
    const { records, bad } = await understand(file, ...flags);
    expect(bad).toEqual([]);
    expect(records.map(({ responses }) => JSON.stringify(responses))).toEqual(
      ["good", "bad"].map(
        (value) => `[{"user":"jo","status":"submitted","values":{"__proto__":{"value":"${value}"}}}]`,
      ),
    );
  });

  test("a person who left out what is required has not submitted", async () => {
    const file = fileOf("text,label,why\nA text to read,good,\nAnother to read,bad,Because of it\n", "csv");
    const flags = ["--label", "label=good,bad", "--text", "why", "--answer", "why", "--by-person", "jo"];
    const { records } = await understand(file, ...flags);
    expect(records.map(({ responses }) => responses?.[0]?.status)).toEqual([undefined, "draft"]);
  });

  test("names are those of the file, sign by sign: long numbers, and cells that look like lists", async () => {
    const rows = ["9007199254740993", "9007199254740992"].map(
      (who, at) => `{"text":"A text","label":"l${at}","who":${who}}`,
    );
    const table = 'text,label,who\nA text to read,good,"[""mara""]"\nAnother to read,bad,jo\n';
    const flags = ["--field", "text", "--label", "label", "--answer", "label", "--by", "who"];
    for (const [file, names] of [
      [fileOf(rows.join("\n"), "jsonl"), ["9007199254740993", "9007199254740992"]],
      [fileOf(table, "csv"), ['["mara"]', "jo"]],
    ] as const) {
      const { records, plan } = await understand(file, ...flags);
      expect([...plan.names.keys()]).toEqual(names);
      expect(records.map(({ responses }) => responses?.[0]?.user)).toEqual(names);
    }
  });

  test("nobody said whose: it is asked", async () => {
    const { plan, records } = await understand(TABLE, ...OWN);
    expect(plan.asked).toEqual([
      expect.stringMatching(/^Column "label" holds answers\. Say whose they are: --by COLUMN/),
    ]);
    expect(records.every(({ responses }) => responses === undefined)).toBe(true);
  });

  test("a row without a name is refused, unless it is said who that is; two answers of one person are one too many", async () => {
    const file = fileOf("text,label,again,who\nA text to read,good,bad,mara\nAnother to read,bad,,\n", "csv");
    const flags = ["--field", "text", "--label", "label", "--answer", "label", "--by", "who", "--ignore", "again"];
    const { bad, plan } = await understand(file, ...flags);
    expect(plan.names.get("")).toBe(1);
    expect(bad).toEqual([{ line: 3, fault: 'column "who": null names nobody whose answer this is' }]);
    const twice = [
      "--field",
      "text",
      "--label",
      "label",
      "--answer",
      "label",
      "--answer",
      "label=again",
      "--by",
      "who",
    ];
    const said = await understand(file, ...twice, "--person", "=");
    expect(said.bad).toEqual([
      { line: 2, fault: 'column "again": "bad" is a second answer of "mara" to question "label"' },
    ]);
    expect(said.records).toHaveLength(1);
  });

  test.each([
    [["--answer", "nope", "--by-person", "jo"], 'The file has no column "nope"'],
    [["--answer", "label", "--by", "nope"], 'The file has no column "nope" with the names of people.'],
    [["--answer", "label", "--by", "label"], 'Column "label" cannot be both the answers and the names'],
    [["--by", "who"], "--by and --by-person are about answers"],
    [["--answer", "label", "--by", "who", "--by-person", "jo"], "say the opposite of each other"],
    [["--answer", "label", "--person", "jo"], "--person jo: say NAME=USERNAME"],
  ])("%s is refused in words", async (flags, words) => {
    await expect(understand(TABLE, "--field", "text", "--label", "label", ...flags)).rejects.toThrow(words);
  });
});
