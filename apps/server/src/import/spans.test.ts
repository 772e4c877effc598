import { describe, expect, test } from "vitest";
import { at } from "./cases.fixture.ts";
import { fileOf, jsonl, understand } from "./import.fixture.ts";

const person = (start: number, end: number) => ({ start, end, label: "PER" });
const values = (records: readonly { readonly suggestions: readonly { readonly value: unknown }[] }[]) =>
  records.map(({ suggestions }) => suggestions[0]?.value);

describe("IMP-11 spans", () => {
  test.each([
    ["objects", [{ start: 0, end: 4, label: "PER", token_start: 0, token_end: 0 }]],
    ["lists", [[0, 4, "PER"]]],
    ["offsets", [{ start_offset: 0, end_offset: 4, label: "PER" }]],
  ])("in %s become a span question of the text", async (_, spans) => {
    const file = jsonl([
      { text: "Mara wrote to Jo", spans },
      { text: "Nobody did", spans: [] },
    ]);
    const { plan, records, bad, words } = await understand(file);
    expect(bad).toEqual([]);
    expect(plan.dataset.questions).toMatchObject([
      {
        name: "spans",
        settings: { type: "span", field: "text", allow_overlapping: false, options: [{ value: "PER" }] },
      },
    ]);
    expect(values(records)).toEqual([[person(0, 4)], undefined]);
    expect(words.join("\n")).toContain('places in "spans" count characters, as Python does');
  });

  test("places count characters, or units of 16 bits where that is said", async () => {
    const emoji = "🐦🐦 Mara";
    const python = jsonl([{ text: emoji, spans: [person(3, 7)] }]);
    const script = jsonl([{ text: emoji, spans: [person(5, 9)] }]);
    expect(values((await understand(python, "--span", "spans")).records)).toEqual([[person(3, 7)]]);
    expect(values((await understand(script, "--span", "spans", "--offsets", "utf16")).records)).toEqual([
      [person(3, 7)],
    ]);
    expect((await understand(script, "--span", "spans")).bad).toMatchObject([
      { fault: expect.stringContaining("does not fit its text of 7 characters") },
    ]);
    const inside = jsonl([{ text: emoji, spans: [person(1, 9)] }]);
    expect((await understand(inside, "--span", "spans", "--offsets", "utf16")).bad).toMatchObject([
      { fault: expect.stringContaining("begins or ends inside a character") },
    ]);
  });

  test.each([
    [{ start: 0, end: 99, label: "PER" }, "does not fit its text of 4 characters"],
    [{ start: -1, end: 2, label: "PER" }, "does not fit its text of 4 characters"],
    [{ start: 2, end: 2, label: "PER" }, "does not fit its text of 4 characters"],
    [{ start: 2, label: "PER" }, "is no span"],
  ])("%j is a bad line", async (span, fault) => {
    const file = jsonl([
      { text: "Mara", spans: [person(0, 4)] },
      { text: "Mara", spans: [span] },
    ]);
    const { bad, records } = await understand(file, "--span", "spans");
    expect(bad).toEqual([{ line: 2, fault: expect.stringContaining(fault) }]);
    expect(records).toHaveLength(1);
  });

  test("spans that share a place make a question that allows it; scores come with them", async () => {
    const spans = [
      { ...person(0, 4), score: 0.5 },
      { start: 0, end: 10, label: "SENT", score: 1 },
    ];
    const file = jsonl([{ text: "Mara wrote", spans: [person(0, 4)], model: spans }]);
    const { plan, records } = await understand(file, "--span", "spans", "--suggestion", "spans=model");
    expect(plan.dataset.questions[0]?.settings).toMatchObject({
      allow_overlapping: true,
      options: [{ value: "PER" }, { value: "SENT" }],
    });
    expect(records[0]?.suggestions).toMatchObject([{ type: "model", agent: "model", score: [0.5, 1] }]);
  });

  test("a span that a list has twice is one span, and overlaps nothing", async () => {
    const twice = [
      { ...person(0, 4), score: 0.5 },
      { ...person(0, 4), score: 0.5 },
    ];
    const { plan, records, bad } = await understand(jsonl([{ text: "Mara wrote", spans: twice }]), "--span", "spans");
    expect(bad).toEqual([]);
    expect(plan.dataset.questions[0]?.settings).toMatchObject({ allow_overlapping: false });
    expect(values(records)).toEqual([[person(0, 4)]]);
  });

  test("tags become spans of the tokens, joined by blanks, and answers of a person", async () => {
    const file = jsonl([
      { tokens: ["Mara", "Lind", "wrote"], tags: ["B-PER", "I-PER", "O"] },
      { tokens: ["🐦", "Jo"], tags: ["O", "B-PER"] },
      { tokens: ["Jo"], tags: ["O", "B-PER"] },
    ]);
    const { records, bad, plan } = await understand(file, "--span", "tags", "--answer", "tags", "--by-person", "jo");
    expect(plan.dataset.fields).toMatchObject([{ name: "tokens" }]);
    expect(records.map(({ fields, responses }) => [fields.tokens, responses?.[0]?.values?.tags?.value])).toEqual([
      ["Mara Lind wrote", [person(0, 9)]],
      ["🐦 Jo", [person(2, 4)]],
    ]);
    expect(bad).toEqual([{ line: 3, fault: expect.stringContaining("has 2 tags for 1 token") }]);
  });

  test("what Prodigy writes is understood by its shape", async () => {
    const { plan, records } = await understand(at("prodigy-ner.jsonl"));
    expect(plan.dataset.questions[0]?.settings.type).toBe("span");
    expect(records[0]?.suggestions[0]?.value).toBeInstanceOf(Array);
  });

  test("a conversation becomes one text; a message without words is a bad line", async () => {
    const said = [
      { role: "user", content: "Where is my card?" },
      { role: "assistant", content: "On its way 🐦.\nTomorrow." },
    ];
    const file = jsonl([
      { messages: said, label: "a" },
      { messages: [{ from: "human", value: "Hi" }], label: "b" },
      { messages: [{ role: "user", content: null }, said[1]], label: "b" },
    ]);
    const { records, bad, words } = await understand(file, "--field", "messages", "--label", "label");
    expect(records.map(({ fields }) => fields.messages)).toEqual([
      "user: Where is my card?\n\nassistant: On its way 🐦.\nTomorrow.",
      "human: Hi",
    ]);
    expect(bad).toEqual([{ line: 3, fault: expect.stringContaining("is no message") }]);
    expect(words.join("\n")).toContain("each conversation becomes one text");
  });

  test("places are in the text that the record gets: of a conversation, of a cell as it is written", async () => {
    const said = [
      { role: "user", content: "Where is Mara?" },
      { role: "bot", content: "With Jo." },
    ];
    const talks = jsonl([{ messages: said, spans: [person(15, 19), person(32, 34)] }]);
    const { records, bad } = await understand(talks, "--field", "messages", "--span", "spans");
    expect(bad).toEqual([]);
    expect(records[0]?.fields.messages?.slice(32, 34)).toBe("Jo");
    expect(values(records)).toEqual([[person(15, 19), person(32, 34)]]);
    const table = fileOf('text,spans\n"[1,  2,   3]","[[0,12,""PER""]]"\nMara wrote,"[[0,4,""PER""]]"\n', "csv");
    expect(values((await understand(table, "--field", "text", "--span", "spans")).records)).toEqual([
      [person(0, 12)],
      [person(0, 4)],
    ]);
    const numbers = fileOf('{"text":1.0,"spans":[[0,3,"PER"]]}\n{"text":"Mara","spans":[]}', "jsonl");
    expect((await understand(numbers, "--field", "text", "--span", "spans")).bad).toEqual([]);
  });

  test("a span whose own text is not what it marks is a bad line: its places count something else", async () => {
    const text = "🐦🐦 Mara wrote";
    const file = jsonl([{ text, spans: [{ ...person(5, 9), text: "Mara" }] }]);
    expect((await understand(file, "--span", "spans")).bad).toEqual([
      { line: 1, fault: expect.stringContaining('marks "ra w", not its own text "Mara"') },
    ]);
    expect(values((await understand(file, "--span", "spans", "--offsets", "utf16")).records)).toEqual([[person(3, 7)]]);
  });

  test.each([
    [["--span", "spans=nope"], 'need a field; "nope" is none'],
    [["--span", "spans", "--offsets", "bytes"], "say characters or utf16"],
  ])("%s is refused in words", async (flags, words) => {
    const file = jsonl([{ text: "Mara", spans: [person(0, 4)] }]);
    await expect(understand(file, ...flags)).rejects.toThrow(words);
  });
});
