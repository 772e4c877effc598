import type { JobName } from "@postil/domain/jobs/job";
import { mustWait } from "@postil/domain/jobs/order";
import { expect, test } from "vitest";
import { toldOf } from "./touches.ts";

const ENDED = { records: "", actorKey: 1, at: 1 };
const NONE = { vectorSettingsKey: null, target: null };

/** Jobs of dataset 1; 2 is made from it, 3 has its deleted records. */
const JOBS: { readonly [name: string]: { readonly name: JobName; readonly of?: number; readonly about: object } } = {
  "the removal of all of it": { name: "purge", about: NONE },
  "the removal of a property's values": { name: "purge", about: { ...NONE, target: 7 } },
  "the removal of vectors": { name: "purge", about: { ...NONE, vectorSettingsKey: 7 } },
  "the removal of a person's drafts": { name: "purge", about: { draftsOf: 5, actorKey: 1 } },
  "a deletion": { name: "delete", about: { ...ENDED, kept: 4 } },
  "a discard": { name: "discard", about: ENDED },
  "a restoration": { name: "restore", about: { deletedKey: 3 } },
  "a snapshot": { name: "snapshot", about: { key: 1, id: "s" } },
  "a copy of it": { name: "copy", about: { to: 2, size: 10 } },
  "another copy of it": { name: "copy", about: { to: 6, size: 10 } },
  "a copy into it": { name: "copy", of: 9, about: { to: 1, size: 10 } },
};
const told = (which: string) => {
  const { name, of = 1, about } = JOBS[which] ?? { name: "purge", about: NONE };
  return toldOf({ name, dataset_key: of, about: JSON.stringify(about) });
};
/** The jobs that a later one does not wait for. */
const passes = (later: string) =>
  Object.keys(JOBS).filter((earlier) => !mustWait(told(later), told(earlier)) && earlier !== "a snapshot");

const PARTS = ["the removal of a property's values", "the removal of vectors"];

test("JOB-01 each kind of job says what it touches: in one dataset it passes these, and every one passes a snapshot", () => {
  const all = Object.keys(JOBS);
  expect(all.filter((later) => mustWait(told(later), told("a snapshot")))).toEqual([]);
  expect(passes("the removal of all of it")).toEqual([]);
  const others = all.filter((one) => one !== "a snapshot" && one !== "the removal of all of it");
  for (const one of PARTS) expect(passes(one)).toEqual(others.filter((other) => other !== one));
  const drafts = "the removal of a person's drafts";
  expect(passes(drafts)).toEqual(others.filter((one) => one !== "a restoration" && one !== drafts));
  const copies = ["a copy of it", "another copy of it", "a copy into it"];
  expect(passes("a deletion")).toEqual([...PARTS, drafts, ...copies]);
  expect(passes("a discard")).toEqual([...PARTS, drafts, ...copies]);
  expect(passes("a restoration")).toEqual([...PARTS, "a copy into it"]);
  expect(passes("a copy of it")).toEqual([...PARTS, drafts, "another copy of it"]);
  expect(passes("a copy into it")).toEqual(others.filter((one) => !copies.includes(one)));
  expect(passes("a snapshot")).toEqual(["a copy of it", "another copy of it"]);
});

test("JOB-01 the removal of deleted records waits for the job that deletes or restores them, and for no other", () => {
  const removalOf = (key: number) => toldOf({ name: "purge", dataset_key: key, about: JSON.stringify(NONE) });
  for (const [job, key] of [
    ["a deletion", 4],
    ["a restoration", 3],
  ] as const) {
    expect(mustWait(removalOf(key), told(job))).toBe(true);
    expect(mustWait(removalOf(5), told(job))).toBe(false);
  }
});

test("JOB-02 a job says who asked for it; one of an earlier version does not", () => {
  const by = (about: object) => toldOf({ name: "purge", dataset_key: 1, about: JSON.stringify(about) }).by;
  expect([by({ ...NONE, by: 7 }), by(NONE)]).toEqual([7, 0]);
});
