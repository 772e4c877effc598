import "fake-indexeddb/auto";
import { beforeEach, expect, test, vi } from "vitest";
import { exportWork } from "../../unsent/work-items.ts";
import { hasUnsaved } from "../unsaved.ts";
import { forgetWork } from "./people-here.ts";
import { forgetTypedFor, keepBulk, keptBulk, textsOfBulk, typedWork } from "./typed-work.ts";

beforeEach(() => localStorage.clear());

const FORM = {
  answers: { topic: { value: "news", untouched: [] } },
  chosen: ["r1", "r2"],
  allMatches: true,
  page: "pending/1/10",
  address: "page=1~10",
};

test("AUT-11 a bulk form is kept by user and dataset; what is of another layout or unreadable is left alone", () => {
  keepBulk("u1", "d1", FORM);
  expect(keptBulk("u1", "d1")).toEqual(FORM);
  expect([keptBulk("u2", "d1"), keptBulk("u1", "d2")]).toEqual([null, null]);
  keepBulk("u1", "d1", null);
  expect(localStorage).toHaveLength(0);
  localStorage.setItem("postil:bulk:u1:d1", JSON.stringify({ version: 2, ...FORM }));
  expect(keptBulk("u1", "d1")).toBeNull();
  localStorage.setItem("postil:bulk:u1:d1", '{"version":1,"answers":{"topic":7},"chosen":[1,"r1"]}');
  expect(keptBulk("u1", "d1")).toMatchObject({
    answers: { topic: { value: null } },
    chosen: ["r1"],
    allMatches: false,
    address: "",
  });
});

test("AUT-12 AUT-32 it goes with the work that a device forgets, and with a dataset that its author deletes", async () => {
  for (const userId of ["u1", "u2"]) keepBulk(userId, "d1", FORM);
  await forgetWork("u1");
  expect([keptBulk("u1", "d1"), keptBulk("u2", "d1")]).toEqual([null, FORM]);
  forgetTypedFor("u2", "d1");
  expect(typedWork("u2")).toEqual([]);
});

test("AUT-32 the file of unsent work has its values and records by the names of the API", () => {
  keepBulk("u1", "d1", FORM);
  expect(exportWork([], { id: "u1", username: "mara.lind" }, 0, typedWork("u1"))).toMatchObject({
    bulk_forms: [
      { dataset_id: "d1", record_ids: ["r1", "r2"], all_matches: true, typed: { topic: { value: "news" } } },
    ],
  });
});

test("AUT-32 what it says, for people: a line for each question, of whatever type", () => {
  const answer = (value: unknown) => ({ value, untouched: [] });
  const span = { label: "person", start: 0, end: 4 };
  expect(
    textsOfBulk({
      a: answer(3),
      b: answer(["x", "y"]),
      c: answer([{ value: "first", rank: 1 }]),
      d: answer([span]),
      e: answer(null),
    }),
  ).toEqual(["a: 3", "b: x, y", "c: first", "d: person", "e: "]);
});

test("ERR-11 AUT-12 what the browser does not take into its storage is kept in the page, and forgotten with the rest", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const denied = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("It is full.", "QuotaExceededError");
  });
  for (const userId of ["u1", "u2"]) keepBulk(userId, "d1", FORM);
  expect([keptBulk("u1", "d1"), typedWork("u1").length, hasUnsaved()]).toEqual([FORM, 1, true]);
  await forgetWork("u1");
  expect([keptBulk("u1", "d1"), keptBulk("u2", "d1")]).toEqual([null, FORM]);
  denied.mockRestore();
  keepBulk("u2", "d1", FORM);
  expect([keptBulk("u2", "d1"), hasUnsaved(), localStorage.length]).toEqual([FORM, false, 1]);
  warned.mockRestore();
});
