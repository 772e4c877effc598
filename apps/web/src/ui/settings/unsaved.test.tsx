import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { keepForms, keptForms, typedWork } from "../../lib/kept-work/typed-work.ts";
import { closeSession, openSession, recognise } from "../../lib/session/store.ts";
import { useKeptForms } from "./unsaved.ts";

type Forms = { readonly [name: string]: string };
/** A form of spaces is a draft, but does not count as unsaved work. */
const KIND = {
  none: {} as Forms,
  read: (kept: object) => kept as Forms,
  unsavedOf: (forms: Forms) => Object.fromEntries(Object.entries(forms).filter(([, text]) => text.trim() !== "")),
};

beforeEach(() => {
  localStorage.clear();
  const person = { id: "u1", role: "admin", username: "mara", firstName: "Mara", lastName: null } as const;
  openSession("token");
  recognise("token", { ...person, apiKey: "", workspaces: [], insertedAt: 0, updatedAt: 0 });
});

function openTab() {
  const { result, unmount } = renderHook(() => useKeptForms("d1", KIND, true));
  return {
    forms: () => result.current[0],
    change: (by: (before: Forms) => Forms) => act(() => result.current[1](by)),
    unmount,
  };
}

test("AUT-11 AUT-32 what is typed in one tab stays kept while another tab types into another form of the dataset, and saves it", () => {
  const [one, two] = [openTab(), openTab()];
  one.change((forms) => ({ ...forms, guidelines: "Read slowly" }));
  two.change((forms) => ({ ...forms, title: "Topic" }));
  expect(keptForms("u1", "d1")).toEqual({ guidelines: "Read slowly", title: "Topic" });
  two.change(() => KIND.none);
  expect(keptForms("u1", "d1")).toEqual({ guidelines: "Read slowly" });
  expect(typedWork("u1")).toHaveLength(1);
  one.change(() => KIND.none);
  expect(keptForms("u1", "d1")).toBeNull();
});

test("AUT-32 what is no edit is not kept, and stands in its field all the same", () => {
  const tab = openTab();
  tab.change(() => ({ title: "Topic" }));
  tab.change(() => ({ title: " " }));
  expect(tab.forms()).toEqual({ title: " " });
  expect(typedWork("u1")).toEqual([]);
});

test("AUT-11 a save that is answered after its author signed out takes away what it saved, and brings nothing back that was forgotten", () => {
  const tab = openTab();
  tab.change(() => ({ saved: "a", typed: "b" }));
  closeSession("signed-out");
  tab.change(({ saved: _, ...rest }) => rest);
  expect(keptForms("u1", "d1")).toEqual({ typed: "b" });
  keepForms("u1", "d1", null);
  tab.change((forms) => ({ ...forms, saved: "c" }));
  tab.change(({ saved: _, ...rest }) => rest);
  expect(keptForms("u1", "d1")).toBeNull();
});
