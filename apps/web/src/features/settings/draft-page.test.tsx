import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterProvider,
} from "@tanstack/react-router";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeSession, openSession, recognise } from "../../lib/session/store.ts";
import { clearToasts, getToasts } from "../../lib/toasts/store.ts";
import { hasUnsaved } from "../../lib/unsaved.ts";
import { NewDraftPage } from "./new-draft-page.tsx";
import { SettingsPage } from "./settings-page.tsx";

const times = { inserted_at: "2026-01-01T00:00:00", updated_at: "2026-01-01T00:00:00" };
const dataset = (id: string, part: object = {}) => ({
  ...{ id, name: id, guidelines: null, allow_extra_metadata: true, metadata: null, status: "draft" },
  ...{ workspace_id: "w1", last_activity_at: times.updated_at, ...times },
  ...part,
});
const field = (name: string, required = true) => ({
  ...{ id: `f-${name}`, name, title: name, description: null, required, dataset_id: "d1", ...times },
  settings: { type: "text", use_markdown: false },
});
const question = (name: string, required = true) => ({ ...field(name, required), id: `q-${name}` });

type Sent = { readonly method: string; readonly path: string; readonly body: unknown };
type Answer = { readonly status?: number; readonly body: unknown };
let answers: { [call: string]: Answer | ((body: object) => Answer) };
let sent: Sent[];
let tests = 0;

const items = (...all: unknown[]): Answer => ({ body: { items: all } });
const refused = (detail: string): Answer => ({ status: 422, body: { detail } });

beforeEach(() => {
  localStorage.clear();
  sent = [];
  answers = {
    "GET /api/v1/datasets/d1": { body: dataset("d1") },
    "GET /api/v1/workspaces/w1": { body: { id: "w1", name: "archive", ...times } },
    "GET /api/workspaces": { body: [{ id: "w1", name: "archive", ...times }] },
    "GET /api/v1/me/datasets": items(dataset("taken"), dataset("source", { guidelines: "Read", status: "ready" })),
    "GET /api/v1/datasets/d1/fields": items(field("text")),
    "POST /api/v1/datasets/d1/fields": (body) => ({ status: 201, body: { ...field("new"), ...body } }),
    "POST /api/v1/datasets/d1/questions": (body) => ({ status: 201, body: { ...question("new"), ...body } }),
    "PUT /api/postil/v1/datasets/d1/order": { status: 204, body: null },
  };
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const [path = ""] = address.split("?");
    const method = init.method ?? "GET";
    const said = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    sent.push({ method, path, body: said });
    const answer = answers[`${method} ${path}`] ?? items();
    const { status = 200, body } = typeof answer === "function" ? answer(said) : answer;
    return status === 204 ? new Response(null, { status }) : Response.json(body, { status });
  });
});
afterEach(() => {
  closeSession("signed-out");
  clearToasts();
});

function show(Page: () => ReactNode) {
  const token = `draft-${tests++}`;
  openSession(token);
  const user = { id: "u1", firstName: "Mara", lastName: null, username: "mara", apiKey: "k", workspaces: ["archive"] };
  recognise(token, { ...user, role: "admin", insertedAt: 0, updatedAt: 0 });
  const root = createRootRoute();
  const route = createRoute({ getParentRoute: () => root, path: "/", component: Page });
  const router = createRouter({ routeTree: root.addChildren([route]), history: createMemoryHistory() });
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      {/* A router of the test's own; the registered type is that of the page's. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}

const showSettings = (tab: string) =>
  show(function Page() {
    const [at, setAt] = useState(tab);
    return (
      <SettingsPage
        datasetId="d1"
        header={null}
        annotationLink={<Link to="/" />}
        annotationAddress="http://localhost/"
        tab={at}
        onTab={setAt}
        onDeleted={() => undefined}
        preview={{
          record: (fields) => fields.map(({ title }) => `Preview of ${title}`),
          questions: (questions) => questions.map(({ title, settings }) => `Preview of ${title}, ${settings.type}`),
        }}
      />
    );
  });

const writes = () => sent.filter(({ method }) => method !== "GET");
const type = (into: HTMLElement, value: string) => fireEvent.change(into, { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

test("DSB-02 a name that is taken or not allowed is said before it is sent, and a refusal of the server is said too", async () => {
  const onMade = vi.fn<(id: string) => void>();
  show(() => <NewDraftPage header={null} onMade={onMade} />);
  const name = await screen.findByLabelText("Name");
  await screen.findByRole("button", { name: "Workspace: archive" });
  press("Create the draft");
  await screen.findByText("A dataset needs a name.");
  type(name, "_wrong");
  await screen.findByText(/^Letters from a to z, digits, spaces/);
  type(name, "taken");
  await screen.findByText("This workspace has a dataset with this name already.");
  expect(writes()).toEqual([]);
  type(name, " letters ");
  answers["POST /api/v1/datasets"] = refused("Workspace with id `w1` not found");
  press("Create the draft");
  await screen.findByText("The draft could not be created: Workspace with id “w1” not found");
  answers["POST /api/v1/datasets"] = { status: 201, body: dataset("d1") };
  press("Create the draft");
  await waitFor(() => expect(onMade).toHaveBeenCalledWith("d1"));
  expect(writes().at(-1)?.body).toEqual({ name: "letters", guidelines: null, workspace_id: "w1" });
});

test("DSB-08 settings are copied part by part; after a failure the page says how far it came, and goes on with what is left", async () => {
  answers["GET /api/v1/datasets/source"] = { body: dataset("source", { guidelines: "Read" }) };
  answers["GET /api/v1/datasets/source/fields"] = items(field("text"), field("title", false));
  answers["GET /api/v1/datasets/source/questions"] = items(question("why"));
  answers["GET /api/v1/datasets/d1/fields"] = items();
  answers["POST /api/v1/datasets"] = { status: 201, body: dataset("d1") };
  answers["PATCH /api/v1/datasets/d1"] = { body: dataset("d1", { guidelines: "Read" }) };
  answers["POST /api/v1/datasets/d1/questions"] = refused("no room");
  const onMade = vi.fn<(id: string) => void>();
  show(() => <NewDraftPage header={null} onMade={onMade} />);
  type(await screen.findByLabelText("Name"), "letters");
  await screen.findByRole("button", { name: "Workspace: archive" });
  fireEvent.click(await screen.findByRole("button", { name: /^Use the settings of/ }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "source · archive" }));
  press("Create the draft");
  await screen.findByText("3 of 4 parts were copied. Then why: no room");
  expect(onMade).not.toHaveBeenCalled();
  const made = writes().length;
  answers["GET /api/v1/datasets/d1"] = { body: dataset("d1", { guidelines: "Read" }) };
  answers["GET /api/v1/datasets/d1/fields"] = items(field("text"), field("title", false));
  answers["POST /api/v1/datasets/d1/questions"] = { status: 201, body: question("why") };
  press("Go on");
  await waitFor(() => expect(onMade).toHaveBeenCalledWith("d1"));
  expect(writes().slice(made)).toMatchObject([{ method: "POST", path: "/api/v1/datasets/d1/questions" }]);
});

test("DSB-03 a new question is shown as it is typed, kept through a reload, and saved with the name of its title", async () => {
  const { unmount } = showSettings("questions");
  fireEvent.click(await screen.findByRole("button", { name: "Add a question" }));
  type(await screen.findByLabelText("Title"), "Which kind?");
  expect(screen.getByText("Preview of Which kind?, label_selection")).toBeDefined();
  unmount();
  showSettings("questions");
  expect(await screen.findByLabelText("Title")).toHaveProperty("value", "Which kind?");
  press("Save New question");
  expect(getToasts().map(({ message }) => message)).toContain("The question is not complete");
  expect(screen.getByText("It needs at least 2 options.")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Text" }));
  press("Save New question");
  await waitFor(() => expect(writes()).toHaveLength(1));
  const settings = { type: "text", use_markdown: false };
  expect(writes()[0]?.body).toEqual({
    ...{ name: "which_kind", title: "Which kind?", description: null, required: true, settings },
  });
  await waitFor(() => expect(screen.getByRole("button", { name: "Add a question" })).toBe(document.activeElement));
});

test("DSB-03 an option that is typed and not added yet is saved too; one that is there already keeps the question unsaved", async () => {
  showSettings("questions");
  fireEvent.click(await screen.findByRole("button", { name: "Add a question" }));
  type(await screen.findByLabelText("Title"), "Which kind?");
  type(screen.getByLabelText(/^Add an option/), "praise");
  press("Add");
  type(screen.getByLabelText(/^Add an option/), "praise");
  press("Save New question");
  await screen.findByText("There is such an option already.");
  expect(writes()).toEqual([]);
  type(screen.getByLabelText(/^Add an option/), "complaint");
  press("Save New question");
  await waitFor(() => expect(writes()).toHaveLength(1));
  const options = [{ value: "praise" }, { value: "complaint" }];
  expect(writes()[0]?.body).toMatchObject({ settings: { options } });
});

test("FSE-31 an option that is typed is added when the box is left, and not when that is to a button of its form", async () => {
  showSettings("questions");
  fireEvent.click(await screen.findByRole("button", { name: "Add a question" }));
  const box = await screen.findByLabelText(/^Add an option/);
  type(box, "praise");
  fireEvent.blur(box, { relatedTarget: screen.getByRole("button", { name: "Save New question" }) });
  expect(screen.queryByDisplayValue("praise")).toBe(box);
  fireEvent.blur(box);
  expect(screen.getByDisplayValue("praise")).not.toBe(box);
  type(box, "praise");
  fireEvent.blur(box);
  expect(screen.getByText("There is such an option already.")).toBeDefined();
});

test("DSB-03 a saved field of a draft gets another name; a failed save keeps what was typed", async () => {
  answers["PUT /api/postil/v1/fields/f-text"] = { status: 500, body: { detail: "broken" } };
  showSettings("fields");
  fireEvent.click(await screen.findByRole("button", { name: /^text/ }));
  type(screen.getByLabelText("Name"), "body");
  press("Update text");
  await waitFor(() => expect(writes()).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole("button", { name: "Update text" })).toHaveProperty("disabled", false));
  expect(screen.getByLabelText("Name")).toHaveProperty("value", "body");
  answers["PUT /api/postil/v1/fields/f-text"] = { body: { ...field("body"), id: "f-text" } };
  press("Update text");
  await screen.findByRole("region", { name: "body" });
  expect(writes().at(-1)?.body).toMatchObject({ name: "body", title: "text", required: true });
});

test("DSB-05 a question is moved by keys, and put down it is saved; an order that is refused goes back to the saved one", async () => {
  answers["GET /api/v1/datasets/d1/questions"] = items(question("one"), question("two"));
  showSettings("questions");
  const names = () => screen.getAllByRole("button", { name: /^Move / }).map((grip) => grip.getAttribute("aria-label"));
  const move = async () => {
    const grip = await screen.findByRole("button", { name: "Move two" });
    for (const key of [" ", "ArrowUp", " "]) fireEvent.keyDown(grip, { key });
  };
  await move();
  expect(names()).toEqual(["Move two", "Move one"]);
  await waitFor(() => expect(writes()).toMatchObject([{ body: { questions: ["q-two", "q-one"] } }]));
  answers["GET /api/v1/datasets/d1/questions"] = items(question("two"), question("one"));
  answers["PUT /api/postil/v1/datasets/d1/order"] = { status: 409, body: { detail: "The ids must be all" } };
  const grip = screen.getByRole("button", { name: "Move two" });
  for (const key of [" ", "ArrowDown", " "]) fireEvent.keyDown(grip, { key });
  const message = "The order was not saved. Here is the saved one.";
  await waitFor(() => expect(getToasts().map((toast) => toast.message)).toContain(message));
  await waitFor(() => expect(names()).toEqual(["Move two", "Move one"]));
});

test("DSB-06 what a draft lacks is said and leads to its tab; the server's reason is said in place; then it is published", async () => {
  showSettings("info");
  const bar = within(await screen.findByRole("region", { name: "This dataset is a draft" }));
  fireEvent.click(await bar.findByRole("button", { name: "Add a question that is required." }));
  expect(screen.getByRole("tab", { name: "Questions" }).getAttribute("aria-selected")).toBe("true");
  fireEvent.click(bar.getByRole("button", { name: "Publish" }));
  expect(writes()).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Add a question" }));
  type(await screen.findByLabelText("Title"), "Why");
  expect(bar.getByRole("button", { name: "Save or cancel what is not saved yet." })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Text" }));
  press("Save New question");
  await waitFor(() => expect(bar.queryByText("Before it can be published:")).toBeNull());
  answers["PUT /api/v1/datasets/d1/publish"] = refused("Dataset is already published");
  fireEvent.click(bar.getByRole("button", { name: "Publish" }));
  await bar.findByText("It was not published: Dataset is already published");
});

test("DSB-09 a metadata property is added with its bounds and removed; what cannot be is said in the dialog", async () => {
  answers["POST /api/v1/datasets/d1/metadata-properties"] = (body) => ({
    status: 201,
    body: { id: "m1", dataset_id: "d1", ...times, ...body },
  });
  showSettings("metadata");
  fireEvent.click(await screen.findByRole("button", { name: "Add a property" }));
  const dialog = within(await screen.findByRole("dialog"));
  type(dialog.getByLabelText("Name"), "score");
  fireEvent.click(dialog.getByRole("button", { name: "Integer" }));
  type(dialog.getByLabelText("Lowest value"), "7");
  type(dialog.getByLabelText("Highest value"), "7");
  fireEvent.click(dialog.getByRole("button", { name: "Add" }));
  await dialog.findByText("The lowest value is less than the highest.");
  type(dialog.getByLabelText("Highest value"), "9");
  fireEvent.click(dialog.getByRole("button", { name: "Add" }));
  await screen.findByRole("rowheader", { name: "score" });
  expect(writes()[0]?.body).toEqual({
    ...{ name: "score", title: "score", settings: { type: "integer", min: 7, max: 9 }, visible_for_annotators: true },
  });
  press("Remove score");
  const asked = within(await screen.findByRole("alertdialog"));
  expect(asked.getByText(/^Filters by it go/)).toBeDefined();
  fireEvent.click(asked.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByRole("rowheader", { name: "score" })).toBeNull());
  expect(writes().at(-1)).toMatchObject({ method: "DELETE", path: "/api/v1/metadata-properties/m1" });
});

test("FSE-42 a dialog with something typed asks before Escape lets go of it, and so does a reload", async () => {
  showSettings("metadata");
  fireEvent.click(await screen.findByRole("button", { name: "Add a property" }));
  const values = await screen.findByLabelText("Allowed values, one a line");
  expect(hasUnsaved()).toBe(false);
  type(values, "red\ngreen");
  expect(hasUnsaved()).toBe(true);
  fireEvent.keyDown(values, { key: "Escape" });
  expect(await screen.findByText(/^What you entered here is not saved\. Close it once more/)).toBeDefined();
  expect(values).toHaveProperty("value", "red\ngreen");
  fireEvent.keyDown(values, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(hasUnsaved()).toBe(false);
});

test("FSE-40 FSE-41 settings that are chosen and not copied, and a host that is not added, keep the draft from being published", async () => {
  answers["GET /api/v1/datasets/d1/questions"] = items(question("why"));
  showSettings("info");
  fireEvent.click(await screen.findByRole("button", { name: /^Use the settings of/ }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: /^source/ }));
  expect(hasUnsaved()).toBe(true);
  const bar = within(screen.getByRole("region", { name: "This dataset is a draft" }));
  const publish = bar.getByRole("button", { name: "Publish" });
  // It waits for what the draft has.
  await waitFor(() => expect(publish).toHaveProperty("disabled", false));
  fireEvent.click(publish);
  await bar.findByText(/^Something here is typed or chosen and not added yet/);
  expect(writes()).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: /^Use the settings of/ }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "no other dataset" }));
  fireEvent.click(publish);
  await waitFor(() => expect(writes()[0]?.path).toBe("/api/v1/datasets/d1/publish"));
});

test("DSB-10 a published dataset without records leads to its first ones, and its name can be changed", async () => {
  answers["GET /api/v1/datasets/d1"] = { body: dataset("d1", { status: "ready" }) };
  answers["PATCH /api/v1/datasets/d1"] = { body: dataset("d1", { status: "ready", name: "letters" }) };
  answers["GET /api/v1/me/datasets/d1/metrics"] = {
    body: { records: { count: 0 }, responses: { count: 0, submitted: 0, discarded: 0, draft: 0 } },
  };
  showSettings("info");
  await screen.findByRole("heading", { name: "This dataset has no records yet" });
  expect(screen.getByRole("link", { name: "Add records from a file…" }).getAttribute("href")).toBe(
    "/dataset/d1/add-records",
  );
  type(screen.getByLabelText("Name"), " letters ");
  press("Update Name");
  await screen.findByText("letters", { selector: "b" });
  expect(writes()).toMatchObject([{ method: "PATCH", body: { name: "letters" } }]);
});
