import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closeSession } from "../../../lib/session/store.ts";
import { hasUnsaved } from "../../../lib/unsaved.ts";
import { RECORDS, RULES, showRules } from "./rules.fixture.tsx";
import { type FakeRecord, RulesServer } from "./rules-server.fixture.ts";

afterEach(() => {
  closeSession("signed-out");
  vi.unstubAllGlobals();
});

async function openDialog() {
  fireEvent.click(await screen.findByRole("button", { name: "Apply as suggestions" }));
  const dialog = await screen.findByRole("dialog", { name: "Apply as suggestions" });
  await within(dialog).findByRole("radiogroup", { name: "Rules" });
  return dialog;
}
const choices = (name: string) =>
  within(screen.getByRole("radiogroup", { name }))
    .getAllByRole("radio")
    .map((radio) => radio.closest("label")?.textContent);
const choose = (group: string, name: RegExp) =>
  fireEvent.click(within(screen.getByRole("radiogroup", { name: group })).getByRole("radio", { name }));
const applyButton = (name: RegExp | string) => screen.getByRole("button", { name });
const lamps = (count: number): FakeRecord[] =>
  Array.from({ length: count }, (_, at) => ({ id: String(at).padStart(5, "0"), text: "lamp" }));
const suggested = (server: RulesServer, agent = "rules") =>
  Object.fromEntries(
    server.records.flatMap(({ id, predictions }) => (predictions?.[agent] ? [[id, predictions[agent]]] : [])),
  );

test("RUL-24 the dialog counts what each choice reaches, and shows what a record will look like", async () => {
  showRules({ query: "lamp*" });
  const dialog = await openDialog();
  expect(choices("Rules")).toEqual(["All 3 rules5 records", "Only lamp*3 records"]);
  expect(choices("Records")).toEqual(["Without an annotation3 records", "All5 records"]);
  expect(choices("Where two rules disagree")).toEqual(["Leave the record out1 record", "Suggest the labels of both"]);
  expect(dialog.textContent).toContain("So a record will showParking100 %rules");
  expect(applyButton("Apply to 2 records")).toBeTruthy();
  choose("Where two rules disagree", /both/);
  expect(applyButton("Apply to 3 records")).toBeTruthy();
  choose("Records", /^All/);
  expect(applyButton("Apply to 5 records")).toBeTruthy();
  choose("Rules", /^Only/);
  expect(applyButton("Apply to 3 records")).toBeTruthy();
  expect(dialog.textContent).toContain("Lighting50 %");
});

test("RUL-24 by default what nobody answered and no rules dispute gets a suggestion; annotations and those of others stay", async () => {
  const server = new RulesServer(RECORDS(), RULES());
  const fifth = server.records[4];
  if (fifth) fifth.predictions = { model: [{ class: "Noise", score: 0.7 }] };
  const onWritten = vi.fn();
  showRules({ server, onWritten });
  await openDialog();
  fireEvent.click(applyButton("Apply to 2 records"));
  expect((await screen.findByRole("dialog", { name: "Rules applied" })).textContent).toContain(
    "2 records have a suggestion of “rules” now.",
  );
  expect(suggested(server)).toEqual({ 4: [{ class: "Trees", score: 1 }], 5: [{ class: "Parking", score: 1 }] });
  expect(suggested(server, "model")).toEqual({ 5: [{ class: "Noise", score: 0.7 }] });
  expect(server.records.map(({ status }) => status)).toEqual([
    ...["Validated", "Validated", undefined, "Default", "Default", undefined],
  ]);
  expect(onWritten).toHaveBeenCalledOnce();
});

test("RUL-24 TST-03 what another agent had shown is told, and one Undo puts all predictions back as they were", async () => {
  const server = new RulesServer(RECORDS(), RULES());
  const [, , , fourth, fifth] = server.records;
  const byModel = { model: [{ class: "Noise", score: 0.7 }], older: [{ class: "Trees", score: 0.2 }] };
  if (fifth) Object.assign(fifth, { main: "model", predictions: byModel });
  const onWritten = vi.fn();
  showRules({ server, onWritten });
  const form = await openDialog();
  expect(form.textContent).toContain(
    "this one takes the place of another agent’s, which is kept in the record’s details",
  );
  fireEvent.click(applyButton("Apply to 2 records"));
  const done = await screen.findByRole("dialog", { name: "Rules applied" });
  expect(done.textContent).toContain("1 of them showed the prediction of another agent.");
  expect(fifth).toMatchObject({ main: "rules", predictions: byModel });
  fireEvent.click(applyButton("Undo"));
  const undone = await screen.findByRole("dialog", { name: "Suggestions removed" });
  expect(undone.textContent).toContain("What was predicted for 2 records is as it was before.");
  expect(fifth).toMatchObject({ main: "model", predictions: byModel });
  expect(Object.keys(fifth?.predictions ?? {})).toEqual(["model", "older"]);
  expect(fourth?.predictions).toBeUndefined();
  expect(suggested(server)).toEqual({});
  expect(onWritten).toHaveBeenCalledTimes(2);
});

test("RUL-24 Undo leaves a record to whoever predicted for it since, keeps an answer, and goes on after a failure", async () => {
  const server = new RulesServer(RECORDS(), RULES());
  const [, , , fourth, fifth] = server.records;
  showRules({ server });
  await openDialog();
  fireEvent.click(applyButton("Apply to 2 records"));
  await screen.findByRole("dialog", { name: "Rules applied" });
  if (fourth) Object.assign(fourth, { main: "model", changes: 5 });
  if (fifth) Object.assign(fifth, { annotated: ["Noise"], status: "Validated", changes: 5 });
  server.failing.set(":bulk", 400);
  fireEvent.click(applyButton("Undo"));
  const failed = await screen.findByRole("dialog", { name: "Not all suggestions were removed" });
  expect(within(failed).getByRole("alert").textContent).toContain("no luck");
  server.failing.clear();
  fireEvent.click(applyButton("Go on"));
  const undone = await screen.findByRole("dialog", { name: "Suggestions removed" });
  expect(undone.textContent).toContain("1 record was changed or deleted meanwhile and left as it is.");
  expect(fourth).toMatchObject({ main: "model", predictions: { rules: [{ class: "Trees", score: 1 }] } });
  expect(fifth).toMatchObject({ annotated: ["Noise"], status: "Validated" });
  expect(fifth?.predictions).toBeUndefined();
});

test("RUL-24 what was written of a portion that failed is not written again, and Undo puts it back too", async () => {
  const server = new RulesServer(RECORDS(), RULES());
  const [, , , fourth, fifth] = server.records;
  const byModel = { model: [{ class: "Noise", score: 0.7 }] };
  if (fifth) Object.assign(fifth, { main: "model", predictions: byModel });
  showRules({ server });
  await openDialog();
  server.beforeLog = () => {
    server.beforeLog = () => {};
    // The page reads the changed record again, and this read fails.
    if (fourth) fourth.changes = 1;
    server.failing.set(":search", 400);
  };
  fireEvent.click(applyButton("Apply to 2 records"));
  const failed = await screen.findByRole("dialog", { name: "Not all was applied" });
  expect(failed.textContent).toContain("1 of 2 records have a suggestion of “rules” now");
  server.failing.clear();
  fireEvent.click(applyButton("Go on"));
  const done = await screen.findByRole("dialog", { name: "Rules applied" });
  expect(done.textContent).toContain("2 records have a suggestion of “rules” now.");
  expect(server.called("POST", ":bulk").map(({ body }) => (body.records as FakeRecord[]).map(({ id }) => id))).toEqual([
    ...[["5", "4"], ["4"]],
  ]);
  fireEvent.click(applyButton("Undo"));
  await screen.findByRole("dialog", { name: "Suggestions removed" });
  expect(fifth).toMatchObject({ main: "model", predictions: byModel });
  expect(suggested(server)).toEqual({});
});

test("RUL-24 where annotated records are wanted too their annotation and their status go along", async () => {
  const server = new RulesServer(RECORDS(), [{ query: "lamp*", labels: ["Lighting"] }]);
  showRules({ server });
  await openDialog();
  choose("Records", /^All/);
  fireEvent.click(applyButton("Apply to 3 records"));
  await screen.findByRole("dialog", { name: "Rules applied" });
  expect(server.called("POST", ":bulk")[0]?.body.records).toMatchObject([
    { id: "1", status: "Validated", annotation: { agent: "mara", labels: [{ class: "Lighting", score: 1 }] } },
    { id: "2", status: "Validated", prediction: { agent: "rules", labels: [{ class: "Lighting", score: 0.5 }] } },
    { id: "3", status: "Default" },
  ]);
});

test("RUL-24 what a person answered meanwhile is left as it is, and that is said", async () => {
  const server = showRules();
  await openDialog();
  const tree = server.records[3];
  if (tree) tree.annotated = ["Trees"];
  fireEvent.click(applyButton("Apply to 2 records"));
  const dialog = await screen.findByRole("dialog", { name: "Rules applied" });
  expect(dialog.textContent).toContain("1 record has a suggestion of “rules” now.");
  expect(dialog.textContent).toContain("1 record was annotated, changed or deleted meanwhile and left as it is.");
  expect(Object.keys(suggested(server))).toEqual(["5"]);
});

test("RUL-24 what a person answers between the reading of a portion and its log is left as it is; the others of it are written", async () => {
  const server = showRules();
  await openDialog();
  server.beforeLog = () => {
    const tree = server.records[3];
    if (tree) Object.assign(tree, { annotated: ["Noise"], status: "Validated", changes: 1 });
    const parking = server.records[4];
    if (parking) Object.assign(parking, { main: "model", changes: 1 });
    server.beforeLog = () => {};
  };
  fireEvent.click(applyButton("Apply to 2 records"));
  const dialog = await screen.findByRole("dialog", { name: "Rules applied" });
  expect(dialog.textContent).toContain("1 record has a suggestion of “rules” now.");
  expect(dialog.textContent).toContain("1 record was annotated, changed or deleted meanwhile and left as it is.");
  expect(server.records[3]).toMatchObject({ annotated: ["Noise"], status: "Validated" });
  expect(Object.keys(suggested(server))).toEqual(["5"]);
});

test("RUL-24 ERR-10 it goes in portions, can be stopped, says what is written, and goes on from there", async () => {
  const server = new RulesServer(lamps(600), [{ query: "lamp", labels: ["Lighting"] }]);
  showRules({ server });
  await openDialog();
  let letGo = () => {};
  server.held.set(":bulk", new Promise((done) => (letGo = done)));
  fireEvent.click(applyButton("Apply to 600 records"));
  expect(await screen.findByRole("progressbar", { name: "Progress of the suggestions" })).toBeTruthy();
  expect(hasUnsaved()).toBe(true);
  await waitFor(() => expect(server.called("POST", ":bulk")).toHaveLength(1));
  fireEvent.click(applyButton("Stop"));
  await act(async () => letGo());
  const dialog = await screen.findByRole("dialog", { name: "Stopped" });
  expect(dialog.textContent).toContain("250 of 600 records have a suggestion of “rules” now");
  expect(Object.keys(suggested(server))).toHaveLength(250);
  expect(hasUnsaved()).toBe(false);
  server.held.clear();
  fireEvent.click(applyButton("Go on"));
  expect((await screen.findByRole("dialog", { name: "Rules applied" })).textContent).toContain("600 records");
  expect(server.called("POST", ":bulk").map(({ body }) => (body.records as unknown[]).length)).toEqual([250, 250, 100]);
});

test("RUL-24 a portion that the server refuses ends it and says why; what was written before stays", async () => {
  const server = new RulesServer(lamps(300), [{ query: "lamp", labels: ["Lighting"] }]);
  showRules({ server });
  await openDialog();
  server.failing.set(":bulk", 400);
  fireEvent.click(applyButton("Apply to 300 records"));
  const dialog = await screen.findByRole("dialog", { name: "Not all was applied" });
  expect(dialog.textContent).toContain("0 of 300 records");
  expect(within(dialog).getByRole("alert").textContent).toContain("no luck");
  server.failing.clear();
  fireEvent.click(applyButton("Go on"));
  expect(await screen.findByRole("dialog", { name: "Rules applied" })).toBeTruthy();
});

test("RUL-24 suggestions are signed by a name of at most 64 characters", async () => {
  showRules();
  const dialog = await openDialog();
  const name = within(dialog).getByRole("textbox", { name: "Name shown as the source" });
  fireEvent.change(name, { target: { value: " " } });
  expect(within(dialog).getByRole("alert").textContent).toBe("A suggestion needs a name.");
  fireEvent.change(name, { target: { value: "a".repeat(65) } });
  expect(within(dialog).getByRole("alert").textContent).toBe("A name has at most 64 characters, this one has 65.");
  expect(applyButton(/^Apply to/).matches(":disabled")).toBe(true);
});
