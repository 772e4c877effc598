import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepRule, keptRules } from "../../../lib/kept-work/typed-work.ts";
import { closeSession, recognise } from "../../../lib/session/store.ts";
import { clearToasts } from "../../../lib/toasts/store.ts";
import { enter, label, press, showRules } from "./rules.fixture.tsx";

beforeEach(() => localStorage.clear());
afterEach(() => {
  closeSession("signed-out");
  clearToasts();
  vi.unstubAllGlobals();
});

/** Opens the rules as a user whose work the browser keeps. */
async function show(query: string) {
  const server = showRules({ query });
  const names = { username: "mara.lind", firstName: "Mara", lastName: null, apiKey: "", workspaces: [] };
  recognise("token", { id: "u1", role: "annotator", ...names, insertedAt: 0, updatedAt: 0 });
  await screen.findByText("All 3 rules");
  return server;
}
const kept = () => keptRules("u1", "city/inbox");
const chosen = () => screen.queryAllByRole("button", { pressed: true }).map(({ title }) => title);
const description = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Description of the rule" });
const describe = (value: string) => fireEvent.change(description(), { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save rule" }));
const discard = () => screen.queryByRole("button", { name: "Discard changes" });

test("RUL-15 what is half typed for a query is there again when one comes back to it, and no other rule's label passes to it", async () => {
  await show("bin");
  press("4");
  describe("Waste");
  const half = { query: "bin", labels: ["Noise"], description: "Waste" };
  expect(kept()).toEqual([half]);
  for (const other of ["lamp*", "music", ""]) {
    enter(other);
    expect(kept()).toEqual([half]);
    enter("bin");
    expect([chosen(), description().value]).toEqual([["Noise"], "Waste"]);
  }
  enter("lamp*");
  fireEvent.click(label("Trees"));
  enter("bin");
  expect(chosen()).toEqual(["Noise"]);
  enter("lamp*");
  expect(chosen()).toEqual(["Trees"]);
  expect(kept().map(({ query }) => query)).toEqual(["bin", "lamp*"]);
});

test("RUL-15 labels that come along with a query are nobody's choice there: they are not kept before somebody types", async () => {
  await show("lamp*");
  enter("bin");
  expect(chosen()).toEqual(["Lighting"]);
  expect(discard()).toBeNull();
  expect(kept()).toEqual([]);
});

test("RUL-15 what another tab keeps of another query stays, and of the same one what is typed last", async () => {
  await show("bin");
  keepRule("u1", "city/inbox", { query: "music", labels: ["Noise"], description: "" });
  press("4");
  expect(kept().map(({ query }) => query)).toEqual(["music", "bin"]);
  save();
  await screen.findByText("Saved");
  expect(kept().map(({ query }) => query)).toEqual(["music"]);
});

test("RUL-15 once a rule is stored, the half-typed one that it was narrowed from, with the same words, is not kept", async () => {
  const server = await show("bin");
  press("4");
  describe("Waste");
  enter("bin AND full");
  save();
  await screen.findByText("Saved");
  expect(server.rules.at(-1)).toMatchObject({ query: "bin AND full", labels: ["Noise"], description: "Waste" });
  expect(kept()).toEqual([]);
});

test("RUL-15 a narrowed rule that somebody typed into knows after a reload, too, what it was made from", async () => {
  const server = await show("bin");
  press("4");
  enter("bin AND full");
  describe("Waste");
  expect(kept().map(({ query }) => query)).toEqual(["bin", "bin AND full"]);
  server.reload();
  await screen.findByText("All 3 rules");
  enter("bin AND full");
  describe("");
  save();
  await screen.findByText("Saved");
  expect(kept()).toEqual([]);
});

test("RUL-15 what was half typed can be discarded: a stored rule is shown as it is stored, another has nothing chosen", async () => {
  await show("lamp*");
  expect(discard()).toBeNull();
  fireEvent.click(label("Trees"));
  fireEvent.click(discard() ?? document.body);
  expect(screen.getByText("Saved with these labels")).toBeTruthy();
  expect([chosen(), description().value, discard()]).toEqual([["Lighting"], "Lamps in the street", null]);
  enter("bin");
  fireEvent.click(label("Noise"));
  fireEvent.click(discard() ?? document.body);
  expect([chosen(), description().value, discard()]).toEqual([[], "", null]);
  expect(kept()).toEqual([]);
});

test("RUL-16 a new rule whose save is taken back is kept again as it was typed, a changed one is not", async () => {
  const server = await show("bin");
  press("4");
  save();
  await screen.findByText("Saved");
  press("z", { ctrlKey: true });
  await waitFor(() => expect(kept()).toEqual([{ query: "bin", labels: ["Noise"], description: "" }]));
  enter("lamp*");
  fireEvent.click(label("Trees"));
  save();
  await screen.findByText("Saved");
  press("z", { ctrlKey: true });
  await screen.findByText("Saved with these labels");
  expect(server.rules.at(0)?.labels).toEqual(["Lighting"]);
  expect(chosen()).toEqual(["Lighting"]);
  expect(kept().map(({ query }) => query)).toEqual(["bin"]);
});
