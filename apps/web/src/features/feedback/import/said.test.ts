import { describe, expect, test } from "vitest";
import { NOTHING_SAID, questionsOf, rolesOf, type Said, withoutQuestion } from "./said.ts";
import { type Change, say, settle } from "./say.ts";
import { optionsOf, questionFault, readLabels } from "./shown-question.ts";
import { column, understood } from "./understood.fixture.ts";
import { fileFault, pastedFile } from "./use-sending.ts";
import { wishOf } from "./wish.ts";

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

  test("a question has the type that it will be stored with", () => {
    const said = after({ of: "question", key: "intent", change: { title: "Which intents?" } }, ignored("channel"));
    const [made] = shown.dataset?.questions ?? [];
    const several = { ...made, type: "multi_label_selection" } as NonNullable<typeof made>;
    const answered = understood({ dataset: shown.dataset && { ...shown.dataset, questions: [several] } });
    const settled = settle(said, answered);
    expect(questionsOf(settled, answered).map(({ type, title }) => [type, title])).toEqual([
      ["multi_label_selection", "Which intents?"],
    ]);
    expect(settle(settled, answered)).toBe(settled);
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
    expect(questionsOf(asked, strange).map(({ name }) => name)).toEqual(["grosse_cm", "shuoming"]);
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
      { of: "role", column: "bot", role: { kind: "suggestion", question: "Reply" } },
      { of: "question", key: "Reply", change: { name: "reply" } },
    );
    const sent = (said: Said) => wishOf(said).columns?.find(({ column }) => column === "bot")?.role;
    expect(sent(said)).toEqual({ kind: "suggestion", question: "reply" });
    expect(withoutQuestion(said, shown)).toEqual([]);
    const gone = say(said, { of: "no question", key: "Reply" }, shown);
    expect(withoutQuestion(gone, shown)).toEqual([{ column: "bot", question: "reply" }]);
  });

  test("a name that is typed over that of another question takes none of the other's suggestions", () => {
    const said = after(
      own("One", "one"),
      own("Two", "two"),
      { of: "role", column: "bot", role: { kind: "suggestion", question: "one" } },
      { of: "question", key: "one", change: { name: "in" } },
      { of: "question", key: "two", change: { name: "in" } },
      { of: "question", key: "two", change: { name: "intro" } },
    );
    expect(wishOf(said).columns?.[2]?.role).toEqual({ kind: "suggestion", question: "in" });
  });

  test("a reading that finds no columns, or lacks one for a moment, erases nothing that was said", () => {
    const said = after(
      ignored("channel"),
      { of: "question", key: "intent", change: { title: "Which intent?" } },
      { of: "reading", change: { encoding: "utf-16le" } },
    );
    const none = understood({ columns: [], dataset: null });
    expect(settle(said, none)).toBe(said);
    const one = understood({ columns: [column("message,intent", { kind: "field" })], dataset: null });
    const wrong = settle(said, one);
    expect(questionsOf(wrong, one)).toEqual([]);
    expect(wishOf(wrong)).toMatchObject({ columns: [{ column: "message,intent" }], questions: [] });
    const right = settle(say(wrong, { of: "reading", change: { encoding: undefined } }, one), shown);
    expect(rolesOf(right, shown).get("channel")).toEqual({ kind: "ignored" });
    expect(questionsOf(right, shown)).toMatchObject([{ title: "Which intent?", required: true }]);
  });

  test("roles that were said of columns which the file has no more are guessed again", () => {
    const said = after({ of: "reading", change: { separator: ";" } }, ignored("channel"));
    const now = understood({ columns: [column("text", { kind: "field" }), column("channel", { kind: "field" })] });
    const guessed = settle(said, now);
    expect(wishOf(guessed).columns).toBeNull();
    const roles = [
      { column: "text", role: { kind: "field" } },
      { column: "channel", role: { kind: "ignored" } },
    ];
    const settled = settle(guessed, now);
    expect(wishOf(settled).columns).toEqual(roles);
    expect(settle(settled, now)).toBe(settled);
  });

  test("a question that the server found in suggestions has its labels, and can be created", () => {
    const [labels] = understood().dataset?.questions ?? [];
    const { dataset } = understood();
    const found = understood({
      columns: [column("message", { kind: "field" }), column("bot", { kind: "suggestion", question: "label" })],
      dataset: dataset && labels ? { ...dataset, questions: [{ ...labels, name: "label", column: null }] } : null,
    });
    const [label] = questionsOf(NOTHING_SAID, found);
    expect(label && questionFault(label, [label])).toBeNull();
    expect(label && optionsOf(label, found).map(({ value }) => value)).toEqual(["card", "transfer"]);
    const said = say(NOTHING_SAID, { of: "question", key: "label", change: { title: "Intent?" } }, found);
    expect(wishOf(said).questions).toMatchObject([{ column: null, name: "label", options: ["card", "transfer"] }]);
  });

  test("a column that becomes a question leaves the others as they are; one is required in any case", () => {
    const text: Change = { of: "role", column: "channel", role: { kind: "question", type: "text" } };
    expect(wishOf(after(text)).questions).toMatchObject([
      { column: "intent", title: "Intent", required: true },
      { column: "channel", title: "Channel", required: false },
    ]);
    expect(wishOf(after(text, ignored("intent"))).questions).toMatchObject([{ column: "channel", required: true }]);
  });

  test("a column that becomes a question again has the title, the labels and the place that it had", () => {
    const said = after(
      own("Reply"),
      {
        of: "question",
        key: "intent",
        change: { title: "Which?", description: "One of them", required: false, added: ["other"] },
      },
      { of: "role", column: "intent", role: { kind: "field" } },
      own("Why"),
    );
    expect(wishOf(said).questions).toMatchObject([{ title: "Reply" }, { title: "Why" }]);
    const back = say(
      said,
      { of: "role", column: "intent", role: { kind: "question", type: "label_selection" } },
      shown,
    );
    expect(questionsOf(back, shown).map(({ title }) => title)).toEqual(["Which?", "Reply", "Why"]);
    expect(questionsOf(back, shown)[0]).toMatchObject({ description: "One of them", added: ["other"] });
  });

  test("labels that were added to a column are no options of a rating", () => {
    const said = after(
      { of: "question", key: "intent", change: { added: ["other", "7", "99"] } },
      { of: "role", column: "intent", role: { kind: "question", type: "rating" } },
    );
    expect(questionsOf(said, shown)[0]?.added).toEqual(["7"]);
    expect(wishOf(said).questions?.[0]).toMatchObject({ type: "rating", options: ["7"] });
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
  const faults = ["a.csv", "a.JSONL.gz", "a.xlsx", "a.csv.zip", "a.conll", "a.ods", "a", "a.gz"].map((name) =>
    fileFault({ name, size: 1 }),
  );
  expect(faults).toEqual([null, null, null, null, null, "format", "format", "format"]);
  expect(fileFault({ name: "a.csv", size: 0 })).toBe("empty");
  expect(fileFault({ name: "a.csv", size: 500 * 2 ** 20 + 1 })).toBe("large");
});
