import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import { NO_LABEL_DRAFT } from "@postil/domain/tasks/label-draft";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterProvider,
} from "@tanstack/react-router";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useEffect, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import "../../lib/i18n/en/dataset-settings.ts";
import "../../lib/i18n/en/user-settings.ts";
import "../../lib/i18n/en/task-settings.ts";
import { keepForms, keepRule, typedWork } from "../../lib/kept-work/typed-work.ts";
import { closeSession, openSession, recognise } from "../../lib/session/store.ts";
import { clearToasts, getToasts } from "../../lib/toasts/store.ts";
import { hasUnsaved } from "../../lib/unsaved.ts";
import { deleteTaskDataset } from "./info-and-danger.tsx";
import { TaskSettingsPage } from "./task-settings-page.tsx";

const DATASET: KnownTaskDataset = {
  id: "city-desk.inbox",
  name: "inbox",
  task: "TextClassification",
  workspaceName: "city-desk",
  tags: { lang: "en" },
  metadata: { description: "Letters to the council" },
  createdAt: 1_700_000_000_000_000,
  createdBy: "mara",
  lastUpdatedAt: 1_700_000_000_000_000,
};
const AT = "/api/datasets/inbox/TextClassification";
const schema = (...names: string[]) => ({ label_schema: { labels: names.map((name) => ({ id: name, name })) } });

/** Internal signals between parts of the page. The user must never see them (ERR-14). */
const SIGNALS = /LABEL_SCHEMA_IS_EMPTY|NOT_ALLOWED_TO_UPDATE_LABELS|LABEL_ALREADY_EXIST/;
const said = () => [document.body.textContent, ...messages()].join();

type Sent = { readonly call: string; readonly body: unknown };
type Answer = { readonly status?: number; readonly body: unknown };
let answers: { [call: string]: Answer };
let sent: Sent[];
let token: string;
let tests = 0;

beforeEach(() => {
  // Removes what an earlier test left in the storage.
  localStorage.clear();
  sent = [];
  answers = {
    [`GET ${AT}/settings`]: { body: schema("Waste", "Noise", "Flooding") },
    [`POST ${AT}/metrics/predicted_as:summary`]: { body: { Waste: 1187, Noise: 431 } },
    [`POST ${AT}/metrics/annotated_as:summary`]: { body: { Waste: 1204 } },
    [`POST ${AT}/metrics/annotated_by:summary`]: { body: { mara: 4000, ines: 102 } },
    [`POST ${AT}/metrics/status_distribution:summary`]: { body: { Default: 2810, Validated: 4102 } },
  };
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const call = `${init.method} ${address}`;
    const given = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    sent.push({ call, body: given });
    const answer = answers[call.split("?")[0] ?? ""];
    if (answer === undefined && init.method === "PATCH") return Response.json(given);
    return Response.json(answer?.body ?? { detail: {} }, { status: answer ? (answer.status ?? 200) : 404 });
  });
  // Each test has its own token, so that unfinished work of an earlier test has no effect.
  token = `token-${tests++}`;
  openSession(token);
});
afterEach(() => {
  closeSession("signed-out");
  clearToasts();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function show(
  tab: string,
  { role = "owner", dataset = DATASET }: { role?: "owner" | "annotator"; dataset?: KnownTaskDataset } = {},
) {
  const user = { id: "u1", firstName: "Mara", lastName: null, username: "mara", apiKey: "k", workspaces: ["archive"] };
  recognise(token, { ...user, role, insertedAt: 0, updatedAt: 0 });
  const onDeleted = vi.fn<() => void>();
  let shut = () => {};
  function Page() {
    const [at, setAt] = useState(tab);
    const [isOut, setOut] = useState(false);
    useEffect(() => {
      shut = () => setOut(true);
    }, []);
    return (
      <TaskSettingsPage
        dataset={dataset}
        header={null}
        annotationLink={<Link to="/" />}
        annotationAddress="http://localhost/datasets/city-desk/inbox"
        tab={at}
        onTab={setAt}
        onDeleted={onDeleted}
        preview={(labels) => <p>Preview of {labels.join(", ")}</p>}
        shutOut={isOut}
      />
    );
  }
  const root = createRootRoute();
  const route = createRoute({ getParentRoute: () => root, path: "/", component: Page });
  const router = createRouter({ routeTree: root.addChildren([route]), history: createMemoryHistory() });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      {/* A router of the test's own; the registered type is that of the page's. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: "Dataset settings" });
  return { onDeleted, shutOut: () => act(() => shut()) };
}

const writes = () => sent.filter(({ call }) => !/^(GET|POST)/.test(call));
const toasts = () => getToasts().filter(({ phase }) => phase !== "closing");
const messages = () => toasts().map(({ message, type }) => `${type}: ${message}`);
const field = () => screen.getByLabelText<HTMLTextAreaElement>(/^New (labels|entities)$/);
const write = (value: string) => fireEvent.change(field(), { target: { value } });
const update = () => screen.getByRole("button", { name: /^Update/ });
const rows = () =>
  within(screen.getByRole("table"))
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent);
const ready = () => screen.findByRole("table");

test("TSG-06 CON-09 Info has the facts of the dataset and the lines for Python", async () => {
  await show("");
  expect(await screen.findByText("6,912, of them 4,102 validated")).toBeDefined();
  for (const fact of ["inbox", "Text classification", "city-desk", "lang: en", "Letters to the council"])
    expect(screen.getByText(fact)).toBeDefined();
  expect(screen.getByText("/datasets/city-desk/inbox")).toBeDefined();
  expect((await screen.findByText(/prediction=\[\('Waste', 0\.9\)\]/)).textContent).toContain(
    "TextClassificationRecord",
  );
});

test("TSG-01 ROL-05 annotators see Info alone, and nothing to change", async () => {
  await show("labels", { role: "annotator" });
  expect(screen.getByText("Letters to the council")).toBeDefined();
  for (const role of ["tab", "textbox", "table"]) expect(screen.queryAllByRole(role)).toEqual([]);
  expect(sent.map(({ call }) => call).filter((call) => call.includes("/settings"))).toEqual([]);
});

test("TSG-06 LAB-04 a label is one row: key, name, how many records it was predicted and annotated for", async () => {
  await show("labels");
  await ready();
  await waitFor(() => expect(rows()).toEqual(["1Waste1,1871,204", "2Noise4310", "3Flooding00"]));
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
    "Info",
    "Labels",
    "Snapshots",
    "Danger zone",
  ]);
});

test("TSG-06 TLO-07 text to text has no Labels, and asks for none", async () => {
  await show("labels", { dataset: { ...DATASET, task: "Text2Text" } });
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
    "Info",
    "Snapshots",
    "Danger zone",
  ]);
  expect(screen.getByText("Letters to the council")).toBeDefined();
  expect(sent.map(({ call }) => call).filter((call) => call.includes("/settings"))).toEqual([]);
});

test("LAB-13 LAB-15 LAB-19 TOA-20 several labels are added at once; nothing is saved before Update", async () => {
  await show("labels");
  await ready();
  write("Dogs, Ferries,\nDogs, Open ");
  expect(field().value).toBe("Open ");
  expect(screen.getByRole("button", { name: "Leave out Ferries" })).toBeDefined();
  expect(screen.getByText("3 new labels")).toBeDefined();
  expect(within(screen.getByRole("tab", { name: /Labels/ })).getByRole("img", { name: "not saved" })).toBeDefined();
  expect(hasUnsaved()).toBe(true);
  expect(writes()).toEqual([]);
  fireEvent.click(update());
  await screen.findByText("Saved");
  expect(writes()).toEqual([
    {
      call: `PATCH ${AT}/settings?workspace=city-desk`,
      body: schema("Waste", "Noise", "Flooding", "Dogs", "Ferries", "Open"),
    },
  ]);
  expect(messages()).toEqual(["success: The labels are updated!"]);
  expect(hasUnsaved()).toBe(false);
  expect(rows()).toHaveLength(6);
});

test("TSG-01 the preview follows the labels while they are edited, and nothing is saved for it", async () => {
  await show("labels");
  await ready();
  const preview = () => screen.getByRole("region", { name: "Preview" }).textContent;
  expect(preview()).toBe("Preview of Waste, Noise, Flooding");
  write("Dogs, ");
  expect(preview()).toBe("Preview of Waste, Noise, Flooding, Dogs");
  expect(writes()).toEqual([]);
});

test("LAB-14 LAB-19 TOA-14 ERR-14 a label that is there already is marked while one types, and alone it is not saved", async () => {
  await show("labels");
  await ready();
  write("Noise");
  expect(screen.getByText("Noise is there already.")).toBeDefined();
  write("noise");
  expect(screen.getByText("noise differs from Noise in capitals alone.")).toBeDefined();
  write("Noise,Waste");
  fireEvent.click(update());
  await waitFor(() =>
    expect(messages()).toEqual(['info: The labels "Noise, Waste" already exist in the list of labels']),
  );
  expect(writes()).toEqual([]);
  expect(said()).not.toMatch(SIGNALS);
});

test("LAB-19 Backspace in the empty field takes the last label up again, Enter finishes one and, empty, updates", async () => {
  await show("labels");
  await ready();
  write("Dogs,");
  fireEvent.keyDown(field(), { key: "Backspace" });
  expect(field().value).toBe("Dogs");
  write("Dogs on leads");
  fireEvent.keyDown(field(), { key: "Enter" });
  expect(field().value).toBe("");
  expect(screen.getByText("Dogs on leads")).toBeDefined();
  fireEvent.keyDown(field(), { key: "Enter" });
  await waitFor(() =>
    expect(writes().map(({ body }) => body)).toEqual([schema("Waste", "Noise", "Flooding", "Dogs on leads")]),
  );
});

test("TSG-01 LAB-04 by keys a label moves, its key says what it was, and Update saves the order", async () => {
  await show("labels");
  await ready();
  const grip = screen.getByRole("button", { name: "Move Flooding" });
  grip.focus();
  fireEvent.keyDown(grip, { key: " " });
  fireEvent.keyDown(grip, { key: "ArrowUp" });
  fireEvent.keyDown(screen.getByRole("button", { name: "Move Flooding" }), { key: " " });
  expect(rows().map((row) => row?.slice(0, 16))).toEqual(["1Waste1,1871,204", "2Floodingwas 300", "3Noisewas 24310"]);
  expect(screen.getByText("2 new keys")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: /^Cancel/ }));
  expect(rows()[1]).toContain("Noise");
  fireEvent.keyDown(screen.getByRole("button", { name: "Move Flooding" }), { key: " " });
  fireEvent.keyDown(screen.getByRole("button", { name: "Move Flooding" }), { key: "Home" });
  fireEvent.keyDown(screen.getByRole("button", { name: "Move Flooding" }), { key: "s", ctrlKey: true });
  await waitFor(() => expect(writes().map(({ body }) => body)).toEqual([schema("Flooding", "Waste", "Noise")]));
});

test("TSG-01 somebody else's later change is not overwritten by an order", async () => {
  await show("labels");
  await ready();
  const grip = screen.getByRole("button", { name: "Move Noise" });
  fireEvent.keyDown(grip, { key: " " });
  fireEvent.keyDown(grip, { key: "ArrowUp" });
  write("Dogs");
  answers[`GET ${AT}/settings`] = { body: schema("Waste", "Noise", "Flooding", "Theirs") };
  fireEvent.click(update());
  fireEvent.click(await screen.findByRole("button", { name: "Reload" }));
  await waitFor(() => expect(rows().join()).toContain("Theirs"));
  expect(writes()).toEqual([]);
  fireEvent.click(update());
  await waitFor(() =>
    expect(writes().map(({ body }) => body)).toEqual([schema("Waste", "Noise", "Flooding", "Theirs", "Dogs")]),
  );
});

test("TSG-07 LAB-11 labels found in the records are saved by one press, entities in their colours", async () => {
  const at = "/api/datasets/inbox/TokenClassification";
  answers[`POST ${at}/metrics/dataset_labels:summary`] = { body: { labels: ["Person", "Place"] } };
  await show("labels", { dataset: { ...DATASET, task: "TokenClassification" } });
  await ready();
  expect(screen.getByText("These entities are not saved as the dataset's labels yet.")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Save 2 labels" }));
  await waitFor(() => expect(writes().map(({ body }) => body)).toEqual([schema("Person", "Place")]));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save 2 labels" })).toBeNull());
});

test("LAB-16 TOA-20 ERR-14 a 403 is silent; the labels are only to be read then, and what was not saved is named", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  answers[`PATCH ${AT}/settings`] = { status: 403, body: { detail: {} } };
  await show("labels");
  await ready();
  write("Dogs");
  fireEvent.click(update());
  await screen.findByText("You may not change the labels of this dataset any more. Not saved: Dogs");
  expect(toasts()).toEqual([]);
  expect(said()).not.toMatch(SIGNALS);
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.queryAllByRole("button", { name: /^(Move|Remove|Update)/ })).toEqual([]);
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["Info", "Labels"]);
  expect(hasUnsaved()).toBe(false);
});

test("TSG-01 LAB-12 a label that a script made too long for any record is marked, with its length and the limit", async () => {
  answers[`GET ${AT}/settings`] = { body: schema("Waste", "x".repeat(200)) };
  await show("labels");
  await ready();
  const told = screen.getAllByText(/^No record can be given it/).map(({ textContent }) => textContent);
  expect(told).toEqual(["No record can be given it: it has 200 characters, and 128 are allowed."]);
});

test("LAB-20 TOA-20 only a label that no record has can be taken out; when one has it by then, the server's reason stands there", async () => {
  answers[`PATCH ${AT}/settings`] = {
    status: 400,
    body: {
      detail: { code: "argilla.api.errors::BadRequestError", params: { message: "The label Flooding was found" } },
    },
  };
  await show("labels");
  await ready();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Remove Waste" })).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Remove Flooding" }));
  expect(screen.getByText("1 removed")).toBeDefined();
  fireEvent.click(update());
  expect((await screen.findByRole("alert")).textContent).toContain("The label Flooding was found");
  expect(writes().map(({ body }) => body)).toEqual([schema("Waste", "Noise")]);
  expect(messages()).toEqual([
    "error: STATUS:400 The labels of the dataset inbox with task TextClassification could not be saved",
  ]);
  fireEvent.click(screen.getByRole("button", { name: /^Cancel/ }));
  expect(rows()).toHaveLength(3);
});

test("LAB-10 labels that cannot be loaded say so in their place, with the way to try again", async () => {
  answers[`GET ${AT}/settings`] = { status: 500, body: {} };
  await show("labels");
  expect(await screen.findByText("STATUS: 500, Could not fetch settings")).toBeDefined();
  answers[`GET ${AT}/settings`] = { body: schema("Waste") };
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await ready();
  expect(toasts()).toEqual([]);
});

test("TSG-06 LAB-09 ERR-14 a dataset without labels says so, and figures that cannot be had are said beside the labels", async () => {
  answers = {};
  await show("labels");
  expect(await screen.findByText("This dataset has no labels yet.")).toBeDefined();
  expect(await screen.findByText("How often each label is used could not be loaded.")).toBeDefined();
  expect(field()).toBeDefined();
  expect(said()).not.toMatch(SIGNALS);
});

test("LAB-05 of 3,000 labels those in view are drawn, and all of them are counted", async () => {
  const many = Array.from({ length: 3000 }, (_, place) => `label ${place}`);
  answers[`GET ${AT}/settings`] = { body: schema(...many) };
  await show("labels");
  const table = await ready();
  expect(table.getAttribute("aria-rowcount")).toBe("3001");
  expect(within(table).getAllByRole("row").length).toBeLessThan(200);
});

test("TSG-02 TSG-04 TOA-12 the button is armed by the exact name; 200 deletes in the workspace, says so and leaves", async () => {
  const { onDeleted } = await show("danger");
  const text =
    "This deletes inbox in the workspace city-desk: 6,912 records with 4,102 annotations by 2 people, all predictions, its rules, 3 labels, and the vectors. It cannot be undone.";
  await screen.findByText((_, element) => element?.tagName === "P" && element.textContent === text);
  const button = screen.getByRole("button", { name: "Delete dataset" });
  const typed = screen.getByLabelText("To go on, type the name of the dataset");
  fireEvent.change(typed, { target: { value: "Inbox" } });
  expect(button.hasAttribute("disabled")).toBe(true);
  fireEvent.change(typed, { target: { value: "inbox" } });
  answers["DELETE /api/datasets/inbox"] = { body: null };
  fireEvent.click(button);
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(writes().map(({ call }) => call)).toEqual(["DELETE /api/datasets/inbox?workspace=city-desk"]);
  expect(messages()).toEqual(["success: inbox has been deleted"]);
});

function typeForTwoDatasets(): void {
  for (const key of ["city-desk/inbox", "city-desk/other"]) {
    keepForms("u1", key, { ...NO_LABEL_DRAFT, added: ["Half"] });
    keepRule("u1", key, { query: "card", labels: [], description: "" });
  }
}

async function refuseDeletion(status: number) {
  answers["DELETE /api/datasets/inbox"] = { status, body: { detail: "no" } };
  const { onDeleted } = await show("danger");
  const typed = screen.getByLabelText("To go on, type the name of the dataset");
  fireEvent.change(typed, { target: { value: "inbox" } });
  fireEvent.click(screen.getByRole("button", { name: "Delete dataset" }));
  return onDeleted;
}

test("TOA-13 TOA-25 a deletion that fails says that it is not possible", async () => {
  typeForTwoDatasets();
  const onDeleted = await refuseDeletion(500);
  await waitFor(() => expect(messages()).toContain("error: It is not possible to delete inbox"));
  expect(onDeleted).not.toHaveBeenCalled();
  expect(typedWork("u1")).toHaveLength(4);
});

test("TSG-04 AUT-32 what was typed for a dataset and not saved goes with it, that of another one stays", async () => {
  typeForTwoDatasets();
  answers["DELETE /api/datasets/inbox"] = { body: null };
  const { onDeleted } = await show("danger");
  fireEvent.change(screen.getByLabelText("To go on, type the name of the dataset"), { target: { value: "inbox" } });
  fireEvent.click(screen.getByRole("button", { name: "Delete dataset" }));
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(typedWork("u1").map(({ datasetId }) => datasetId)).toEqual(["city-desk/other", "city-desk/other"]);
});

test("TSG-03 a deletion that is refused is thrown on as its signal, any other failure as it is", async () => {
  const rejected = async (status: number) => {
    answers["DELETE /api/datasets/inbox"] = { status, body: { detail: "no" } };
    return deleteTaskDataset(DATASET).catch((error: unknown) => error);
  };
  expect(await rejected(403)).toMatchObject({ signal: "NOT_ALLOWED_TO_UPDATE_LABELS" });
  expect(await rejected(500)).toMatchObject({ status: 500 });
  expect(toasts()).toEqual([]);
});

test("TSG-03 TOA-13 ROL-05 ERR-14 a 403 is silent and leaves the page to be read", async () => {
  await refuseDeletion(403);
  await waitFor(() =>
    expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["Info", "Labels"]),
  );
  expect(toasts()).toEqual([]);
  expect(said()).not.toMatch(SIGNALS);
});

test("LAB-16 ROL-10 who is refused and then shut out is still told which labels are not saved", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  answers[`PATCH ${AT}/settings`] = { status: 403, body: { detail: {} } };
  const { shutOut } = await show("labels");
  await ready();
  write("Dogs");
  fireEvent.click(update());
  await screen.findByText("You may not change the labels of this dataset any more. Not saved: Dogs");
  shutOut();
  expect(screen.getByText("You may not change the labels of this dataset any more. Not saved: Dogs")).toBeTruthy();
});

test("ROL-10 who is shut out of the dataset while the page stands reads on, and is told which labels are not saved", async () => {
  const { shutOut } = await show("labels");
  await screen.findByLabelText("New labels");
  write("Dogs");
  shutOut();
  expect(screen.getByText("You may not change the labels of this dataset any more. Not saved: Dogs")).toBeTruthy();
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["Info", "Labels"]);
  expect(hasUnsaved()).toBe(false);
});

test("ROL-10 who is shut out of a dataset without labels is offered no deletion any more", async () => {
  const { shutOut } = await show("danger", { dataset: { ...DATASET, task: "Text2Text" } });
  shutOut();
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["Info"]);
});

test("AUT-11 AUT-32 labels that are being added are kept under the key of all work on their dataset", async () => {
  await show("labels");
  await ready();
  write("Dogs");
  expect(Object.keys(localStorage).filter((key) => key.startsWith("postil:forms:"))).toEqual([
    "postil:forms:u1:city-desk/inbox",
  ]);
});

test("AUT-32 TSG-01 labels that are moved and moved back, and a blank where new ones are written, are nothing that is not saved", async () => {
  await show("labels");
  await ready();
  const press = (...keys: string[]) => {
    for (const key of keys) fireEvent.keyDown(screen.getByRole("button", { name: "Move Flooding" }), { key });
  };
  press(" ", "ArrowUp", " ");
  expect([hasUnsaved(), typedWork("u1").length]).toEqual([true, 1]);
  press(" ", "ArrowDown", " ");
  write(" ");
  expect([hasUnsaved(), typedWork("u1")]).toEqual([false, []]);
});
