import { damagedJson } from "@postil/domain/damaged-json.fixture";
import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { closeSession, openSession, recognise } from "../../../lib/session/store.ts";
import {
  forgetOldSaid,
  forgetSaid,
  isSaidKept,
  keepSaid,
  keptSaid,
  type MappingState,
  NO_MAPPING,
  saidBefore,
} from "./kept-said.ts";
import { NOTHING_SAID, type Said, saidInto } from "./said.ts";
import { wishOf } from "./wish.ts";

/** What was said of a file, in the store of the browser (IMP-110, IMP-112). */

const signIn = (id: string) => {
  openSession("token");
  recognise("token", {
    ...{ id, firstName: "Mara", lastName: null, username: id, role: "admin", apiKey: "key" },
    ...{ workspaces: [], insertedAt: 0, updatedAt: 0 },
  });
};

beforeEach(() => {
  localStorage.clear();
  signIn("u1");
});

const rows = () => Object.keys(localStorage).filter((key) => key.startsWith("postil:imports:"));
const saying = (said: Partial<Said>): MappingState => ({ ...NO_MAPPING, said: { ...NOTHING_SAID, ...said } });
const named = (name: string) => saying({ name });

const FULL: MappingState = {
  workspaceId: "w1",
  open: new Set(["intent"]),
  said: {
    reading: { separator: ";", header: true, missing: ["nan"], members: ["meta"] },
    asWritten: true,
    merge: true,
    decisions: { column: "answer", accepted: ["yes"] },
    roles: new Map([
      ["id", { kind: "id" }],
      ["intent", { kind: "question", type: "label_selection", by: { kind: "person", username: "mara" } }],
      ["guess", { kind: "suggestion", question: "intent", score: { kind: "number", number: 0.5 } }],
      ["when", { kind: "metadata", type: "date", order: "day", min: 1 }],
    ]),
    chosen: new Map([["id", { kind: "id" }]]),
    questions: [
      {
        ...{ key: "intent", column: "intent", name: "intent", type: "label_selection", title: "Zweck 🐦" },
        ...{ description: "", required: true, naming: "0: no", added: ["other"] },
      },
    ],
    people: new Map([["m.", null]]),
    parts: new Map([["body", { title: "نص" }]]),
    name: "mine",
    guidelines: "Read slowly.",
    kind: "TextClassification",
    task: { roles: new Map([["text", "input"]]), agent: "bot", several: true, labels: ["card"] },
    into: {
      ...saidInto("d1"),
      parts: new Map([["id", { kind: "id", name: null }]]),
      guessed: new Map([["id", "why"]]),
    },
  },
};

test("IMP-110 all that can be said comes back as it was, for the same person, file and dataset alone", () => {
  expect(keepSaid("u1", "f1", FULL, null)).toBe(true);
  expect(keptSaid("u1", "f1", "d1")).toEqual(FULL);
  expect(keptSaid("u1", "f1", null)).toBeNull();
  expect(keptSaid("u1", "f2", "d1")).toBeNull();
  expect(keptSaid("u2", "f1", "d1")).toBeNull();
  keepSaid("u1", "f1", named("new one"), null);
  expect(keptSaid("u1", "f1", null)?.said.name).toBe("new one");
  expect(keptSaid("u1", "f1", "d1")).toEqual(FULL);
  forgetSaid("u1", "f1", null);
  expect(rows()).toEqual([]);
});

test("IMP-111 nothing is kept once somebody else is signed in, and nothing where nothing is said", () => {
  keepSaid("u1", "f1", NO_MAPPING, null);
  keepSaid("u1", "f1", { ...NO_MAPPING, said: { ...NOTHING_SAID, into: saidInto("d1") } }, null);
  expect(rows()).toEqual([]);
  closeSession("signed-out");
  signIn("u2");
  expect(keepSaid("u1", "f1", named("late"), null)).toBe(false);
  expect(isSaidKept("u1", "f1")).toBe(false);
});

test("IMP-112 too much of one file is not kept, of many files the newest, and of a file that is gone nothing", () => {
  const time = vi.spyOn(Date, "now");
  const at = (minute: number) => time.mockReturnValue(minute * 60_000);
  at(0);
  expect(keepSaid("u1", "big", named("short"), null)).toBe(true);
  expect(keepSaid("u1", "big", saying({ guidelines: "x".repeat(400_001) }), null)).toBe(false);
  expect(isSaidKept("u1", "big")).toBe(false);
  const files = Array.from({ length: 25 }, (_, place) => `f${place}`);
  for (const [place, file] of files.entries()) {
    at(place);
    keepSaid("u1", file, named(file), null);
  }
  const left = () => files.filter((file) => isSaidKept("u1", file));
  forgetOldSaid("u1", new Set(files), 0);
  expect(left()).toEqual(files.slice(5));
  const week = 7 * 24 * 60 * 60_000;
  forgetOldSaid("u1", new Set(["f20"]), week);
  expect(left()).toEqual(files.slice(5));
  forgetOldSaid("u1", new Set(["f20"]), week + 23 * 60_000);
  expect(left()).toEqual(["f20", "f23", "f24"]);
  for (const file of left()) keepSaid("u1", file, saying({ guidelines: "x".repeat(390_000) }), null);
  forgetOldSaid("u1", new Set(files), 0);
  expect(left()).toHaveLength(2);
  time.mockRestore();
});

test("IMP-110 whatever stands in the place of what was kept, the page goes on", () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  keepSaid("u1", "f1", FULL, null);
  const row = "postil:imports:u1:f1 d1";
  const { text } = JSON.parse(localStorage.getItem(row) ?? "{}") as { text: string };
  const sound = JSON.parse(text) as { said: Said };
  const damagedIn = (Object.keys(sound.said) as (keyof Said)[]).map((member) =>
    damagedJson(sound.said[member]).map((damaged) => ({ ...sound, said: { ...sound.said, [member]: damaged } })),
  );
  let read = 0;
  fc.assert(
    fc.property(fc.oneof(damagedJson(sound), ...damagedIn), (damaged) => {
      localStorage.setItem(row, JSON.stringify({ version: 1, keptAt: 0, text: JSON.stringify(damaged) ?? "{" }));
      const found = keptSaid("u1", "f1", "d1");
      if (found === null) return;
      read += 1;
      expect(wishOf(found.said).into).toMatchObject({ dataset_id: "d1" });
    }),
  );
  expect(read).toBeGreaterThan(0);
  for (const stored of ["{", "[]", '{"version":2,"text":"{}"}', '{"version":1,"text":"{"}']) {
    localStorage.setItem(row, stored);
    expect(keptSaid("u1", "f1", "d1")).toBeNull();
  }
});

test("IMP-141 what was last said of a file of the same name and size is found, of each person and each dataset by itself", () => {
  const [sent, longer] = [
    { file: "a.csv", bytes: 5 },
    { file: "a.csv", bytes: 6 },
  ];
  keepSaid("u1", "f1", named("earlier"), sent);
  keepSaid("u1", "f2", FULL, sent);
  expect(saidBefore("u1", sent, null)?.said.name).toBe("earlier");
  expect(saidBefore("u1", sent, "d1")).toEqual(FULL);
  expect(saidBefore("u1", longer, null)).toBeNull();
  expect(saidBefore("u2", sent, null)).toBeNull();
  forgetSaid("u1", "f3", sent);
  expect(saidBefore("u1", sent, null)).toBeNull();
});
