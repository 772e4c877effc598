import { beforeEach, expect, test, vi } from "vitest";
import { keepForms, keptForms, textsOf } from "./typed-work.ts";

beforeEach(() => localStorage.clear());

test("AUT-11 what was typed into settings is kept by user and dataset; what is of another layout or unreadable is left alone", () => {
  keepForms("u1", "d1", { "guidelines/d1": { form: { text: "Read" } } });
  expect(keptForms("u1", "d1")).toEqual({ "guidelines/d1": { form: { text: "Read" } } });
  expect(keptForms("u2", "d1")).toBeNull();
  expect(keptForms("u1", "d2")).toBeNull();
  keepForms("u1", "d1", null);
  expect(localStorage).toHaveLength(0);
  localStorage.setItem("postil:forms:u1:d1", '{"version":2,"forms":{"a":1}}');
  expect(keptForms("u1", "d1")).toBeNull();
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  localStorage.setItem("postil:forms:u1:d1", "{");
  expect(keptForms("u1", "d1")).toBeNull();
  warned.mockRestore();
});

test("AUT-11 of what was typed people read the texts, and not what it was typed on", () => {
  const forms = { q: { form: { title: "Topic", options: [{ text: "news" }, { text: " " }] }, base: { title: "Old" } } };
  expect(textsOf(forms)).toEqual(["Topic · news"]);
  const { q } = forms;
  const on = (...options: string[]) => textsOf({ q: { ...q, base: { options: options.map((text) => ({ text })) } } });
  expect([on("news"), on("news", "Topic")]).toEqual([["Topic"], ["Topic · news"]]);
  expect(textsOf({ ...forms, guidelines: { form: { text: "" }, base: { guidelines: "Read" } } })).toEqual([
    "Topic · news",
    "",
  ]);
  expect(textsOf({ order: null, removed: [], added: ["Law", "Sport"], typed: "Art" })).toEqual(["Law · Sport", "Art"]);
});
