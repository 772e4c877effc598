import { PENDING_RECORDS, type RecordCriteria } from "@postil/domain/search/record-criteria";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isCommand } from "../../../lib/commands/command.ts";
import { type CommandRegistry, useCommandRegistry } from "../../../lib/commands/commands-provider.tsx";
import { clearToasts, getToasts } from "../../../lib/toasts/store.ts";
import QueueViews from "../bar/queue-views.tsx";
import { createKeeper, renderKept } from "./keeper.fixture.tsx";

let keeper: ReturnType<typeof createKeeper>;
beforeEach(() => {
  keeper = createKeeper();
  clearToasts();
});
afterEach(() => void vi.unstubAllGlobals());

const SUBMITTED: RecordCriteria = { ...PENDING_RECORDS, status: "submitted" };
let shown: RecordCriteria;
let registry: CommandRegistry;

function Page({ start, onOpenRecord }: { start: RecordCriteria; onOpenRecord: (recordId: string) => void }) {
  const [criteria, change] = useState(start);
  shown = criteria;
  registry = useCommandRegistry();
  return <QueueViews datasetId="d1" controls={{ criteria, change }} onOpenRecord={onOpenRecord} />;
}

function show(start: RecordCriteria) {
  const onOpenRecord = vi.fn();
  renderKept(<Page start={start} onOpenRecord={onOpenRecord} />);
  return onOpenRecord;
}

async function openMenu() {
  fireEvent.click(await screen.findByRole("button", { name: "Views" }));
  return screen.findByRole("menu", { name: "Views" });
}
const choose = (name: string | RegExp) => fireEvent.click(screen.getByRole("menuitem", { name }));
const box = () => screen.findByRole("textbox", { name: "Name of the view" });
const messages = () => getToasts().map(({ message }) => message);

test("design/filters.md#views the bar does without the menu while there is nothing to save and nothing to go back to", async () => {
  show(PENDING_RECORDS);
  await waitFor(() => expect(keeper.asked("GET")).toHaveLength(2));
  expect(screen.queryByRole("button")).toBeNull();
});

test("design/filters.md#views what is shown is saved under a name, once, and its view is checked", async () => {
  show(SUBMITTED);
  await openMenu();
  choose("Save this view…");
  fireEvent.change(await box(), { target: { value: " Refunds " } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect([...keeper.views.values()]).toEqual([{ name: "Refunds", query: "status=submitted" }]));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(messages()).toEqual(["View “Refunds” saved"]);

  const menu = await openMenu();
  expect(within(menu).getByRole("menuitemradio", { name: "Refunds" }).getAttribute("aria-checked")).toBe("true");
  choose("Save this view…");
  fireEvent.change(await box(), { target: { value: "Refunds" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findByRole("alert")).textContent).toBe("You have a view of this name already.");
  expect(keeper.views.size).toBe(1);
});

test("design/filters.md#views a name that is taken is given to what is shown by a second press, and given back by Undo", async () => {
  keeper.views.set("v9", { name: "Refunds", query: "status=draft" });
  show(SUBMITTED);
  await openMenu();
  choose("Save this view…");
  fireEvent.change(await box(), { target: { value: "Refunds" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByRole("button", { name: "Replace it" });
  fireEvent.change(await box(), { target: { value: "Refunds 2" } });
  expect(screen.queryByRole("button", { name: "Replace it" })).toBeNull();
  fireEvent.change(await box(), { target: { value: "Refunds" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByRole("button", { name: "Replace it" });
  fireEvent.click(screen.getByRole("button", { name: "Replace it" }));
  await waitFor(() => expect(keeper.views.get("v9")).toEqual({ name: "Refunds", query: "status=submitted" }));
  await waitFor(() => expect(messages()).toEqual(["View “Refunds” shows what is shown now"]));
  getToasts()[0]?.actions[0]?.run();
  await waitFor(() => expect(keeper.views.get("v9")).toEqual({ name: "Refunds", query: "status=draft" }));
  expect(keeper.views.size).toBe(1);
});

test("design/filters.md#views a view is chosen in the menu or as a command; all pending records are nothing to save", async () => {
  keeper.views.set("v1", { name: "Drafts about trains", query: "status=draft&search=train~title" });
  keeper.views.set("v2", { name: "All submitted", query: "status=submitted" });
  show(PENDING_RECORDS);
  const menu = await openMenu();
  const views = within(menu).getAllByRole("menuitemradio");
  expect(views.map((one) => [one.textContent, one.getAttribute("aria-checked")])).toEqual([
    ["All submitted", "false"],
    ["Drafts about trains", "false"],
  ]);
  expect(screen.getByRole("menuitem", { name: "Save this view…" }).getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(within(menu).getByRole("menuitemradio", { name: "Drafts about trains" }));
  expect(shown).toEqual({ ...PENDING_RECORDS, status: "draft", text: { q: "train", field: "title" } });
  const command = registry.entries().find(({ label }) => label === "Open view All submitted");
  if (command !== undefined && isCommand(command)) command.run();
  await waitFor(() => expect(shown).toEqual(SUBMITTED));
});

test("design/filters.md#views a view is renamed; a name that is taken is refused beside it; Escape leaves it as it was", async () => {
  keeper.views.set("v1", { name: "One", query: "status=draft" });
  keeper.views.set("v2", { name: "Two", query: "status=submitted" });
  show(PENDING_RECORDS);
  await openMenu();
  choose("Rename or delete…");
  fireEvent.click(await screen.findByRole("button", { name: "Rename One" }));
  fireEvent.change(await box(), { target: { value: "Two" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findByRole("alert")).textContent).toBe("You have a view of this name already.");
  fireEvent.change(await box(), { target: { value: "Three" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByRole("button", { name: "Rename Three" });
  expect(keeper.views.get("v1")).toEqual({ name: "Three", query: "status=draft" });
  fireEvent.click(screen.getByRole("button", { name: "Rename Two" }));
  fireEvent.keyDown(await box(), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Rename Two" }));
});

test("design/filters.md#views a deleted view is gone at once and comes back by Undo; where that fails it is still there", async () => {
  keeper.views.set("v1", { name: "One", query: "status=draft" });
  show(PENDING_RECORDS);
  await openMenu();
  choose("Rename or delete…");
  fireEvent.click(await screen.findByRole("button", { name: "Delete One" }));
  await screen.findByText("You have no views of this dataset.");
  await waitFor(() => expect(messages()).toEqual(["View “One” deleted"]));
  expect(keeper.views.size).toBe(0);
  getToasts()[0]?.actions[0]?.run();
  await screen.findByRole("button", { name: "Delete One" });
  expect([...keeper.views.values()]).toEqual([{ name: "One", query: "status=draft" }]);

  keeper.state.failing = true;
  fireEvent.click(screen.getByRole("button", { name: "Delete One" }));
  await waitFor(() => expect(messages()).toContain("The view “One” could not be deleted."));
  expect(screen.getByRole("button", { name: "Delete One" })).toBeDefined();
});

test("design/record.md#flags the menu tells how many records are flagged and leads to them", async () => {
  keeper.flags.set("r1", "2026-11-21T12:00:00");
  const onOpenRecord = show(PENDING_RECORDS);
  await openMenu();
  choose(/^Flagged for later/);
  fireEvent.click(await screen.findByRole("button", { name: "Text of r1" }));
  await waitFor(() => expect(onOpenRecord).toHaveBeenCalledExactlyOnceWith("r1"));
});

test("FSE-42 the typed name of a view, new or another, is let go of by the second Escape alone", async () => {
  keeper.views.set("v9", { name: "Refunds", query: "status=draft" });
  show(SUBMITTED);
  await openMenu();
  choose("Save this view…");
  fireEvent.change(await box(), { target: { value: "Cards" } });
  fireEvent.keyDown(await box(), { key: "Escape" });
  expect(screen.getByText(/^What you entered here is not saved/)).toBeDefined();
  fireEvent.keyDown(await box(), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await openMenu();
  choose("Rename or delete…");
  fireEvent.click(await screen.findByRole("button", { name: "Rename Refunds" }));
  fireEvent.change(await box(), { target: { value: "Refunded" } });
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(screen.getByText(/^What you entered here is not saved/)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
