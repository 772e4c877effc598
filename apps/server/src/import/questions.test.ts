import { describe, expect, test } from "vitest";
import { fileOf, jsonl, ROWS, understand } from "./import.fixture.ts";

describe("API-37 questions of every type", () => {
  const answered = (index: number) => ({
    prompt: `Something nobody else has asked, number ${index}`,
    stars: 1 + (index % 4),
    order: ["best", "middle", "worst"],
    reply: `A reply of its own, number ${index}`,
    kinds: index % 2 === 0 ? ["a", "b"] : [],
  });
  const answers = jsonl(Array.from({ length: 8 }, (_, index) => answered(index)));

  test("are named by options, in that order, and what the row holds is suggested", async () => {
    const flags = ["--rating", "stars=1..5", "--ranking", "order", "--text", "reply", "--multi-label", "kinds"];
    const { plan, records, bad } = await understand(answers, ...flags, "--text", "remark");
    expect(bad).toEqual([]);
    expect(plan.dataset.questions.map(({ name, required }) => [name, required])).toEqual([
      ["stars", true],
      ["order", false],
      ["reply", false],
      ["kinds", false],
      ["remark", false],
    ]);
    expect(plan.dataset.questions.map(({ settings }) => settings)).toMatchObject([
      { type: "rating", options: [1, 2, 3, 4, 5].map((value) => ({ value })) },
      { type: "ranking", options: [{ value: "best" }, { value: "middle" }, { value: "worst" }] },
      { type: "text" },
      { type: "multi_label_selection", options: [{ value: "a" }, { value: "b" }] },
      { type: "text" },
    ]);
    expect(plan.dataset.fields.map(({ name }) => name)).toEqual(["prompt"]);
    const suggestion = (question: string, value: unknown) => ({ question, value, type: "human", agent: question });
    const ranked = ["best", "middle", "worst"].map((value, at) => ({ value, rank: at + 1 }));
    expect(records[0]?.suggestions.toSorted((a, b) => a.question.localeCompare(b.question))).toEqual([
      suggestion("kinds", ["a", "b"]),
      suggestion("order", ranked),
      suggestion("reply", "A reply of its own, number 0"),
      suggestion("stars", 1),
    ]);
    // An empty list does not count as an answer.
    expect(records[1]?.suggestions.map(({ question }) => question)).not.toContain("kinds");
  });

  test("a rating without a range takes that of its column, a list takes its values", async () => {
    const { plan } = await understand(answers, "--rating", "stars", "--rating", "quality=0,5,10");
    expect(plan.dataset.questions.map(({ settings }) => settings)).toEqual([
      { type: "rating", options: [1, 2, 3, 4].map((value) => ({ value })) },
      { type: "rating", options: [0, 5, 10].map((value) => ({ value })) },
    ]);
  });

  test("ratings in CSV are numbers", async () => {
    const file = fileOf("text,stars\nA text to read,3\nAnother to read,5\n", "csv");
    const { records } = await understand(file, "--rating", "stars=1..5");
    expect(records.map((record) => record.suggestions[0]?.value)).toEqual([3, 5]);
  });

  test.each([
    [["--rating", "prompt"], 'Column "prompt" cannot be a rating: the value on line 1 is "Something'],
    [["--rating", "stars=1..50"], "--rating stars=1..50: ratings are whole numbers from 0 to 10; 50 is none."],
    [["--rating", "q=1..100"], "--rating q=1..100: ratings are whole numbers from 0 to 10; 100 is none."],
    [["--rating", "q=5..1"], "--rating q=5..1: the first number has to be the smaller one: 1..5."],
    [["--rating", "q=3..3"], 'A rating has at least 2 values; "q" has 1'],
    [["--rating", "q=a,b"], 'Ratings are whole numbers from 0 to 10; "a" of "q" is none.'],
    [["--label", "q=a,b,a"], "Option values must be unique, found duplicates: {'a'}"],
    [["--ranking", "order", "--ranking", "prompt=a,b"], "No column holds text to read"],
    [["--text", "reply", "--label", "reply"], 'Column "reply" is named by two options'],
    [["--text", "q", "--rating", "q=1..5"], 'Question "q" is named by two options'],
    [["--rating", "nope"], 'The file has no column "nope"'],
  ])("%s is refused in words", async (flags, words) => {
    await expect(
      understand(
        answers,
        ...flags,
        ...(words.startsWith("No column") ? ["--ignore", "reply", "--ignore", "kinds", "--ignore", "stars"] : []),
      ),
    ).rejects.toThrow(words);
  });

  test("values outside the options are bad lines, named by column and value", async () => {
    const { bad } = await understand(answers, "--rating", "stars=1..3");
    expect(bad.map(({ line }) => line)).toEqual([4, 8]);
    expect(bad[0]?.fault).toContain("4 is not one of the ratings: ");
    const texts = await understand(answers, "--rating", "prompt=1..3");
    expect(texts.bad[0]?.fault).toBe('column "prompt": "Something nobody else has asked, number 0" is no whole number');
  });

  test.each([
    [15, null],
    [16, 15],
    [77, 15],
    [3000, 15],
  ])("of %i labels %j are shown before the others are asked for", async (count, shown) => {
    const rows = Array.from({ length: count * 2 }, (_, index) => ({
      text: `A text that nobody else has written, number ${index}`,
      label: `label ${index % count}`,
    }));
    const { plan } = await understand(jsonl(rows));
    expect(plan.dataset.questions[0]?.settings).toMatchObject({ visible_options: shown });
  });
});

describe("API-37 a value that is too long for a label", () => {
  const rows = ROWS.map(({ text, label }) => ({ text, label }));
  const long = [...rows.slice(0, 6), { text: "The seventh", label: "x".repeat(201) }, ...rows.slice(6)];

  test("says which row it is in and that its column could not be taken for labels because of it", async () => {
    await expect(understand(jsonl(long))).rejects.toThrow(
      'Column "label" could not be taken for labels: the value on line 7 has 201 characters, a label has at most 200: "xxx',
    );
  });

  test("is told where another column gives the question", async () => {
    const { plan } = await understand(jsonl(long.map((one, index) => ({ ...one, topic: index % 2 ? "a" : "b" }))));
    expect(plan.dataset.questions.map(({ name }) => name)).toEqual(["topic"]);
    expect(plan.notes).toEqual([expect.stringContaining("the value on line 7 has 201 characters")]);
  });

  test("is a bad line where its column was named", async () => {
    const { bad, records } = await understand(jsonl(long), "--label", "label");
    expect(bad).toEqual([
      {
        line: 7,
        fault: expect.stringMatching(/^column "label": "x+ ... has 201 characters; a label has at most 200$/),
      },
    ]);
    expect(records).toHaveLength(12);
  });

  test("200 characters are a label, however many bytes they are", async () => {
    const { bad, plan } = await understand(jsonl([...rows, { text: "With an emoji", label: "😀".repeat(200) }]));
    expect(bad).toEqual([]);
    expect(plan.dataset.questions[0]?.settings).toMatchObject({ options: { length: 4 } });
  });
});
