import { describe, expect, test } from "vitest";
import { fileFault, pastedFile } from "./pasted-rows.ts";
import {
  type Change,
  NOTHING_SAID,
  questionsOf,
  rolesOf,
  type Said,
  say,
  settle,
  wishOf,
  withoutQuestion,
} from "./said.ts";
import { optionsOf, questionFault, readLabels } from "./shown-question.ts";
import { column, understood } from "./understood.fixture.ts";

const shown = understood();
const after = (...changes: readonly Change[]): Said =>
  changes.reduce((said, change) => say(said, change, shown), NOTHING_SAID);
const own = (title: string, key = title): Change => ({ of: "new question", key, title });
const ignored = (name: string): Change => ({ of: "role", column: name, role: { kind: "ignored" } });

describe("IMP-04 what is said", () => {
  test("nothing said is sent as nothing, and everything is guessed", () => {
    expect(wishOf(NOTHING_SAID)).toMatchObject({ columns: null, questions: null, name: null, guidelines: null });
  });

  test("changing one column changes no other: the shown roles of all are said with it", () => {
    const said = after(ignored("channel"));
    const before = new Map(rolesOf(NOTHING_SAID, shown));
    expect(rolesOf(said, shown)).toEqual(before.set("channel", { kind: "ignored" }));
    // The server answers with other guesses for the rest: what was shown holds.
    const other = understood({ columns: shown.columns.map(({ name }) => column(name, { kind: "extra" })) });
    expect(rolesOf(said, other).get("message")).toEqual({ kind: "field" });
    expect(wishOf(said).columns).toHaveLength(4);
  });

  test("the question of a column that is left out goes; suggestions for it are told, and stay", () => {
    const said = after({ of: "question", key: "intent", change: { title: "Which intent?" } }, ignored("intent"));
    expect(questionsOf(said, shown)).toEqual([]);
    expect(withoutQuestion(said, shown)).toEqual([{ column: "bot", question: "intent" }]);
    expect(rolesOf(said, shown).get("bot")).toEqual({ kind: "suggestion", question: "intent" });
    expect(withoutQuestion(after(ignored("intent")), shown)).toHaveLength(1);
    expect(withoutQuestion(NOTHING_SAID, shown)).toEqual([]);
  });

  test("a column that becomes a question comes last, with a name of its own that the server accepts", () => {
    const said = after(own("Reply"), {
      of: "role",
      column: "channel",
      role: { kind: "question", type: "text" },
    });
    expect(questionsOf(said, shown).map(({ column: of, name }) => [of, name])).toEqual([
      ["intent", "intent"],
      [null, "question"],
      ["channel", "channel"],
    ]);
    const strange = understood({
      columns: [column("Größe (cm)", { kind: "field" }), column("説明", { kind: "field" })],
    });
    const asked = ["Größe (cm)", "説明"].reduce(
      (before, name) => say(before, { of: "role", column: name, role: { kind: "question", type: "text" } }, strange),
      say(NOTHING_SAID, { of: "questions", questions: [] }, strange),
    );
    expect(questionsOf(asked, strange).map(({ name }) => name)).toEqual(["gro_e_cm", "question"]);
  });

  test("the type of a question is the role of its column, wherever it is said", () => {
    const said = after({ of: "question", key: "intent", change: { type: "multi_label_selection" } });
    expect(rolesOf(said, shown).get("intent")).toEqual({ kind: "question", type: "multi_label_selection" });
    const back = say(said, { of: "role", column: "intent", role: { kind: "question", type: "text" } }, shown);
    expect(questionsOf(back, shown)[0]).toMatchObject({ type: "text", title: "Intent", required: true });
  });

  test("questions keep their order, titles and added labels when a column changes", () => {
    const said = after(
      own("Reply"),
      { of: "order", from: 1, to: 0 },
      { of: "question", key: "intent", change: { title: "Which intent?", added: ["other"] } },
      ignored("channel"),
    );
    expect(questionsOf(said, shown).map(({ title }) => title)).toEqual(["Reply", "Which intent?"]);
    expect(wishOf(said).questions?.[1]).toMatchObject({ column: "intent", options: ["other"] });
    expect(questionsOf(say(said, { of: "no question", key: "Reply" }, shown), shown)).toHaveLength(1);
  });

  test("suggestions follow a question of one's own that is renamed", () => {
    const said = after(
      own("Reply"),
      { of: "role", column: "bot", role: { kind: "suggestion", question: "question" } },
      { of: "question", key: "Reply", change: { name: "reply" } },
    );
    expect(rolesOf(said, shown).get("bot")).toEqual({ kind: "suggestion", question: "reply" });
    expect(withoutQuestion(said, shown)).toEqual([]);
  });

  test("another separator guesses the columns again, and what was chosen of those that are still there holds", () => {
    const said = after(ignored("channel"), ignored("bot"), { of: "reading", change: { separator: ";" } });
    expect(wishOf(said)).toMatchObject({ columns: null, questions: null, reading: { separator: ";" } });
    const now = understood({ columns: [column("message", { kind: "field" }), column("channel", { kind: "field" })] });
    expect([...rolesOf(settle(said, now), now)]).toEqual([
      ["message", { kind: "field" }],
      ["channel", { kind: "ignored" }],
    ]);
    expect(settle(NOTHING_SAID, now)).toBe(NOTHING_SAID);
    // What does not change the columns keeps all that was said of them.
    expect(say(said, { of: "reading", change: { trim: true } }, shown).chosen).toBe(said.chosen);
    expect(after(ignored("bot"), { of: "reading", change: { trim: true } }).roles?.size).toBe(4);
    expect(
      after({ of: "reading", change: { trim: true } }, { of: "reading", change: { trim: undefined } }).reading,
    ).toEqual({});
  });

  test("a question of one's own is sent when it has enough labels", () => {
    const label: Change = { of: "question", key: "Mood", change: { type: "label_selection", added: ["glad"] } };
    const said = after(own("Mood"), label);
    const [, mood] = questionsOf(said, shown);
    expect(mood && questionFault(mood, questionsOf(said, shown))).toBe("options");
    expect(wishOf(said).questions).toHaveLength(1);
    const whole = say(said, { of: "question", key: "Mood", change: { added: ["glad", "sad"] } }, shown);
    expect(wishOf(whole).questions?.[1]).toMatchObject({ column: null, name: "question", options: ["glad", "sad"] });
  });
});

test("IMP-04 the labels of a column come with their counts, then those that were added, each once", () => {
  const [intent] = questionsOf(after({ of: "question", key: "intent", change: { added: ["other", "card"] } }), shown);
  expect(intent && optionsOf(intent, shown)).toEqual([
    { value: "card", text: "card", count: 7 },
    { value: "transfer", text: "transfer", count: 6 },
    { value: "other", text: "other", count: 0 },
  ]);
  const there = [{ value: "card", text: "Card", count: 1 }];
  expect(readLabels(" one \n\ntwo\none", there, undefined)).toEqual({ labels: ["one", "two"] });
  expect(readLabels("card\nCard", there, undefined)).toEqual({ fault: "there" });
  expect(readLabels("  ", there, undefined)).toEqual({ fault: "empty" });
  expect(readLabels("🐦".repeat(200), there, undefined)).toHaveProperty("labels");
  expect(readLabels("🐦".repeat(201), there, undefined)).toEqual({ fault: "long" });
  expect(readLabels("a\nb", there, 2)).toEqual({ fault: "many" });
});

test("IMP-01 pasted rows are a file by their look; a file of another kind, without rows or too large is not sent", () => {
  const names = ['{"a": 1}', '[{"a": 1}]', "a\tb\n1\t2", "a,b\n1,2", "just words"].map((text) => pastedFile(text).name);
  expect(names).toEqual(["rows.jsonl", "rows.json", "rows.tsv", "rows.csv", "rows.csv"]);
  const faults = ["a.csv", "a.JSONL.gz", "a.xlsx", "a.csv.zip", "a.ods", "a", "a.gz"].map((name) =>
    fileFault({ name, size: 1 }),
  );
  expect(faults).toEqual([null, null, null, null, "format", "format", "format"]);
  expect(fileFault({ name: "a.csv", size: 0 })).toBe("empty");
  expect(fileFault({ name: "a.csv", size: 500 * 2 ** 20 + 1 })).toBe("large");
});
