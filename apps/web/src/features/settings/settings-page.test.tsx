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
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepForms, typedWork } from "../../lib/kept-work/typed-work.ts";
import { closeSession, openSession, recognise } from "../../lib/session/store.ts";
import { clearToasts, getToasts, onToastsChange } from "../../lib/toasts/store.ts";
import { hasUnsaved } from "../../lib/unsaved.ts";
import { SettingsPage } from "./settings-page.tsx";

const times = { inserted_at: "2026-01-01T00:00:00", updated_at: "2026-01-01T00:00:00" };
const dataset_id = "d1";
const DATASET = {
  id: dataset_id,
  name: "letters",
  guidelines: "# Read",
  allow_extra_metadata: true,
  metadata: { repo: "merian/notes" } as object | null,
  status: "ready",
  workspace_id: "w1",
  last_activity_at: times.updated_at,
  ...times,
};
const FIELD = { id: "f1", name: "text", title: "Text", description: null, required: true, dataset_id, ...times };
const QUESTION = { id: "q1", name: "parts", title: "Parts", description: null, required: true, dataset_id, ...times };
const VECTOR = { id: "v1", name: "mini", title: "Mini", dimensions: 3, dataset_id, ...times };
const PROPERTY = {
  ...{ id: "m1", name: "lang", title: "Language", dataset_id, ...times },
  ...{ settings: { type: "terms", values: null }, visible_for_annotators: true },
};
const SPAN = {
  type: "span",
  field: "text",
  options: ["who", "where"].map((value) => ({ value, text: value, description: null })),
  visible_options: null,
  allow_overlapping: true,
  allow_character_annotation: true,
};

type Sent = { readonly method: string; readonly path: string; readonly body: unknown };
type Answer = { readonly status?: number; readonly body: unknown };
let answers: { [call: string]: Answer };
let sent: Sent[];
let token: string;
let tests = 0;

beforeEach(() => {
  // Removes what an earlier test left in the storage.
  localStorage.clear();
  sent = [];
  const items = (...all: unknown[]): Answer => ({ body: { items: all } });
  answers = {
    "GET /api/v1/datasets/d1": { body: DATASET },
    "GET /api/v1/workspaces/w1": { body: { id: "w1", name: "archive", ...times } },
    "GET /api/v1/datasets/d1/fields": items({ ...FIELD, settings: { type: "text", use_markdown: false } }),
    "GET /api/v1/datasets/d1/questions": items({ ...QUESTION, settings: SPAN }),
    "GET /api/v1/me/datasets/d1/metrics": {
      body: { records: { count: 3 }, responses: { count: 1, submitted: 1, discarded: 0, draft: 0 } },
    },
    "GET /api/v1/datasets/d1/response-counts": { body: { people: 3, submitted: 7, discarded: 1, draft: 4 } },
    "PATCH /api/v1/questions/q1": { body: { ...QUESTION, title: "Spans", settings: SPAN } },
  };
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const [path = ""] = address.split("?");
    const method = init.method ?? "GET";
    sent.push({ method, path, body: typeof init.body === "string" ? JSON.parse(init.body) : undefined });
    const { status = 200, body } = answers[`${method} ${path}`] ?? { body: { items: [] } };
    return Response.json(body, { status });
  });
  // Each test has its own token, so that unfinished work of an earlier test has no effect.
  token = `token-${tests++}`;
  openSession(token);
});
afterEach(() => {
  closeSession("signed-out");
  clearToasts();
});

async function show(tab: string, role: "owner" | "annotator" = "owner") {
  const user = { id: "u1", firstName: "Mara", lastName: null, username: "mara", apiKey: "k", workspaces: ["archive"] };
  recognise(token, { ...user, role, insertedAt: 0, updatedAt: 0 });
  const onDeleted = vi.fn<() => void>();
  function Page() {
    const [at, setAt] = useState(tab);
    return (
      <SettingsPage
        datasetId={dataset_id}
        header={null}
        annotationLink={<Link to="/" />}
        annotationAddress="http://localhost/dataset/d1/annotation-mode"
        tab={at}
        onTab={setAt}
        onDeleted={onDeleted}
        preview={{ record: () => null, questions: (questions) => questions.map(({ title }) => `Preview of ${title}`) }}
      />
    );
  }
  const root = createRootRoute();
  const route = createRoute({ getParentRoute: () => root, path: "/", component: Page });
  const router = createRouter({ routeTree: root.addChildren([route]), history: createMemoryHistory() });
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      {/* A router of the test's own; the registered type is that of the page's. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  // A user without the right to change settings sees no tabs.
  await waitFor(() =>
    expect(screen.queryByRole("tablist") ?? screen.queryByText("letters", { selector: "b" })).not.toBeNull(),
  );
  return { onDeleted, unmount };
}

const writes = () => sent.filter(({ method }) => method !== "GET");
const messages = () => getToasts().map(({ message, type }) => `${type}: ${message}`);
const type = (into: HTMLElement, value: string) => fireEvent.change(into, { target: { value } });

test("FSE-01 FSE-02 a privileged user's page asks for all five parts, anybody else's for the dataset alone", async () => {
  await show("info");
  const read = () => sent.map(({ path }) => path);
  await waitFor(() =>
    expect(read()).toEqual(
      expect.arrayContaining([
        "/api/v1/datasets/d1",
        "/api/v1/datasets/d1/fields",
        "/api/v1/datasets/d1/questions",
        "/api/v1/datasets/d1/vectors-settings",
        "/api/v1/me/datasets/d1/metadata-properties",
      ]),
    ),
  );
});

test("FSE-02 FSE-08 ROL-08 an annotator sees name, workspace and guidelines, and nothing to press", async () => {
  await show("questions", "annotator");
  await screen.findByText("archive");
  expect(screen.getByRole("heading", { name: "Guidelines" })).toBeDefined();
  for (const role of ["tab", "button", "textbox", "switch"]) expect(screen.queryAllByRole(role)).toEqual([]);
  const parts = /\/(fields|questions|vectors-settings|metadata-properties)$/;
  expect(sent.map(({ path }) => path).filter((path) => parts.test(path))).toEqual([]);
});

test("FSE-06 FSE-07 ERR-11 FSE-18 FSE-24 an edit flags its tab and the page, shows in the preview, and is sent with the overlap of a span question", async () => {
  await show("questions");
  type(await screen.findByLabelText("Title"), "  Spans ");
  expect(screen.getByText("Preview of Spans")).toBeDefined();
  expect(within(screen.getByRole("tab", { name: /Questions/ })).getByRole("img", { name: "not saved" })).toBeDefined();
  expect(hasUnsaved()).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Update parts" }));
  await within(screen.getByRole("tabpanel")).findByText("Saved");
  expect(writes()).toEqual([
    {
      method: "PATCH",
      path: "/api/v1/questions/q1",
      body: {
        title: "Spans",
        description: null,
        settings: { type: "span", visible_options: null, allow_overlapping: true },
      },
    },
  ]);
  expect(hasUnsaved()).toBe(false);
});

test("API-66 what clients keep with the dataset is shown, and the description of a field is edited", async () => {
  answers["PATCH /api/v1/fields/f1"] = { body: { ...FIELD, settings: { type: "text", use_markdown: false } } };
  const { unmount } = await show("info");
  expect((await screen.findByText(/"repo": "merian\/notes"/)).tagName).toBe("PRE");
  unmount();
  await show("fields");
  type(await screen.findByLabelText("Description"), " What was said ");
  fireEvent.click(screen.getByRole("button", { name: "Update text" }));
  await waitFor(() => expect(writes()).toMatchObject([{ method: "PATCH", body: { description: "What was said" } }]));
});

test("FEN-10 a question of a type that this version does not know keeps its title and description to edit", async () => {
  const later = { type: "grid_selection", options: { rows: 3 }, visible_options: 2 };
  answers["GET /api/v1/datasets/d1/questions"] = { body: { items: [{ ...QUESTION, settings: later }] } };
  answers["PATCH /api/v1/questions/q1"] = { body: { ...QUESTION, title: "Grid", settings: later } };
  await show("questions");
  expect(await screen.findByLabelText("Title")).toHaveProperty("value", "Parts");
  expect(screen.getByText("grid_selection")).toBeDefined();
  expect(screen.getByLabelText("Description")).toBeDefined();
  type(screen.getByLabelText("Title"), "Grid");
  fireEvent.click(screen.getByRole("button", { name: "Update parts" }));
  await within(screen.getByRole("tabpanel")).findByText("Saved");
  expect(writes()).toMatchObject([{ method: "PATCH", body: { title: "Grid", description: null } }]);
  expect(writes()[0]?.body).not.toHaveProperty("settings");
});

test("FAN-27 FSE-24 spans may be let overlap, and once they may there is no way back to choose", async () => {
  const parted = { ...SPAN, allow_overlapping: false };
  answers["GET /api/v1/datasets/d1/questions"] = { body: { items: [{ ...QUESTION, settings: parted }] } };
  answers["PATCH /api/v1/questions/q1"] = { body: { ...QUESTION, settings: SPAN } };
  await show("questions");
  fireEvent.click(await screen.findByRole("switch", { name: "Spans may overlap" }));
  fireEvent.click(screen.getByRole("button", { name: "Update parts" }));
  await screen.findByText(/^Spans may overlap. This cannot be taken back/);
  expect(screen.queryByRole("switch", { name: "Spans may overlap" })).toBeNull();
  expect(writes()).toMatchObject([{ body: { settings: { type: "span", allow_overlapping: true } } }]);
});

test("FSE-05 FSE-09 FSE-10 FSE-11 FSE-15 what is wrong is said after one has left the text; Update refuses it; Cancel restores", async () => {
  await show("questions");
  const title = await screen.findByLabelText<HTMLInputElement>("Title");
  type(title, "");
  expect(screen.queryByText("This field is required.")).toBeNull();
  fireEvent.blur(title);
  expect(screen.getByText("This field is required.")).toBeDefined();
  expect(title.getAttribute("aria-invalid")).toBe("true");
  type(title, "x".repeat(201));
  expect(screen.getByText("This must be less than 200.")).toBeDefined();
  expect(screen.getByText("201 / 200")).toBeDefined();
  const description = screen.getByLabelText("Description");
  type(description, "x".repeat(501));
  fireEvent.blur(description);
  expect(screen.getByText("This must be less than 500.")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Update parts" }));
  expect(messages()).toEqual(["error: Question is not valid for update"]);
  expect(writes()).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Cancel the changes of parts" }));
  expect(title.value).toBe("Parts");
});

test.each([
  ["fields", "Title", "text", "Field"],
  ["vectors", "Title of mini", "mini", "Vector"],
  ["metadata", "Title of lang", "lang", "Metadata"],
])("FSE-12 FSE-15 a title of 501 characters (%s) is refused by its own words", async (tab, label, name, kind) => {
  answers["GET /api/v1/datasets/d1/vectors-settings"] = { body: { items: [VECTOR] } };
  answers["GET /api/v1/me/datasets/d1/metadata-properties"] = { body: { items: [PROPERTY] } };
  await show(tab);
  const title = await screen.findByLabelText(label);
  type(title, "x".repeat(501));
  fireEvent.blur(title);
  expect(screen.getByText("This must be less than 500.")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: `Update ${name}` }));
  expect(messages()).toEqual([`error: ${kind} is not valid for update`]);
  expect(writes()).toEqual([]);
});

test("API-11 FEN-19 the values of metadata are asked for with the lifetime of 120 s here too", async () => {
  const settings = { type: "integer", min: null, max: null };
  const property = { id: "m1", name: "n", title: "N", settings, visible_for_annotators: true, dataset_id, ...times };
  answers["GET /api/v1/me/datasets/d1/metadata-properties"] = { body: { items: [property] } };
  answers["GET /api/v1/metadata-properties/m1/metrics"] = { body: { type: "integer", min: 1, max: 2 } };
  const asked = vi.spyOn(globalThis, "fetch");
  await show("metadata");
  const isMetrics = ([address]: Parameters<typeof fetch>) => address === "/api/v1/metadata-properties/m1/metrics";
  await waitFor(() => expect(asked.mock.calls.filter(isMetrics)).toHaveLength(1));
  const [, init] = asked.mock.calls.find(isMetrics) ?? [];
  expect(new Headers(init?.headers).get("cache-control")).toBe("max-age=120");
});

test("FSE-27 FSE-29 TOA-12 AUT-32 the button is armed by the exact name; 200 deletes, says so and leaves, with what was typed", async () => {
  keepForms("u1", "d1", { "guidelines/d1": { form: { text: "Half" }, base: DATASET } });
  const { onDeleted } = await show("danger");
  const button = screen.getByRole("button", { name: "Delete dataset" });
  const typed = screen.getByLabelText("To go on, type the name of the dataset");
  type(typed, "Letters");
  expect(button.hasAttribute("disabled")).toBe(true);
  type(typed, "letters");
  answers["DELETE /api/v1/datasets/d1"] = { body: DATASET };
  fireEvent.click(button);
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(messages()).toContain("success: letters has been deleted");
  expect(kept()).toEqual([]);
});

test("FSE-29 before it deletes it counts what goes, everybody's responses", async () => {
  await show("danger");
  const text =
    "This deletes letters in the workspace archive: 3 records, 12 responses of 3 people, all suggestions, vectors and metadata.";
  expect(
    await screen.findByText((_, element) => element?.tagName === "P" && element.textContent?.startsWith(text) === true),
  ).toBeDefined();
});

test.each([500, 202])("FSE-27 TOA-13 a deletion answered by %i says that it is not possible", async (status) => {
  const { onDeleted } = await show("danger");
  answers["DELETE /api/v1/datasets/d1"] = { status, body: { detail: "no" } };
  type(screen.getByLabelText("To go on, type the name of the dataset"), "letters");
  fireEvent.click(screen.getByRole("button", { name: "Delete dataset" }));
  await waitFor(() => expect(messages()).toEqual(["error: It is not possible to delete letters"]));
  expect(onDeleted).not.toHaveBeenCalled();
});

test("FSE-29 ROL-05 ROL-06 TOA-13 design/settings.md a 403 is silent and leaves the page to be read", async () => {
  await show("danger");
  answers["DELETE /api/v1/datasets/d1"] = { status: 403, body: { detail: {} } };
  type(screen.getByLabelText("To go on, type the name of the dataset"), "letters");
  fireEvent.click(screen.getByRole("button", { name: "Delete dataset" }));
  await screen.findByRole("heading", { name: "Guidelines" });
  expect(screen.queryAllByRole("tab")).toEqual([]);
  expect(getToasts()).toEqual([]);
});

const kept = () => Object.keys(localStorage).filter((key) => key.startsWith("postil:forms:"));

test("AUT-11 FSE-07 what was typed when the page was taken away is there again, and is saved over what it was typed on alone", async () => {
  const first = await show("questions");
  type(await screen.findByLabelText("Title"), "Spans");
  first.unmount();
  expect(kept()).toEqual(["postil:forms:u1:d1"]);
  // Another user has renamed the question meanwhile.
  const theirs = { ...QUESTION, title: "Theirs", settings: SPAN, updated_at: "2026-02-01T00:00:00" };
  answers["GET /api/v1/datasets/d1/questions"] = { body: { items: [theirs] } };
  const told = new Set<string>();
  const unhear = onToastsChange(() => messages().map((message) => told.add(message)));
  const second = await show("questions");
  unhear();
  expect([...told]).toEqual(["info: What you had typed here is back. It is not saved yet."]);
  expect((await screen.findByLabelText<HTMLInputElement>("Title")).value).toBe("Spans");
  expect(hasUnsaved()).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Update parts" }));
  await screen.findByText("Changed by someone else meanwhile.");
  expect(writes()).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Reload" }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Theirs"));
  expect(kept()).toEqual([]);
  second.unmount();
  expect(kept()).toEqual([]);
});

test("FSE-07 what one had typed when somebody else saved is brought back beside theirs, and saved over it by one's own press", async () => {
  await show("questions");
  type(await screen.findByLabelText("Title"), "Mine");
  const theirs = { ...QUESTION, title: "Theirs", settings: SPAN, updated_at: "2026-02-01T00:00:00" };
  answers["GET /api/v1/datasets/d1/questions"] = { body: { items: [theirs] } };
  fireEvent.click(screen.getByRole("button", { name: /^Update/ }));
  fireEvent.click(await screen.findByRole("button", { name: "Reload" }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Theirs"));
  const [toast] = getToasts();
  act(() => toast?.actions[0]?.run());
  expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Mine");
  expect([hasUnsaved(), kept()]).toEqual([true, ["postil:forms:u1:d1"]]);
  answers["PATCH /api/v1/questions/q1"] = { body: { ...theirs, title: "Mine" } };
  fireEvent.click(screen.getByRole("button", { name: /^Update/ }));
  await screen.findByText("Saved");
  expect(writes()).toMatchObject([{ body: { title: "Mine" } }]);
});

test("AUT-11 ROL-10 what was typed stays in sight of whoever may not save it any more, until they delete it", async () => {
  const first = await show("info");
  type(await screen.findByRole("textbox", { name: "Guidelines" }), "# Read slowly");
  first.unmount();
  const second = await show("info", "annotator");
  const typed = within(await screen.findByRole("region", { name: "Typed and not saved" }));
  expect(typed.getByRole("listitem").textContent).toBe("# Read slowly");
  expect(messages()).toEqual([]);
  second.unmount();
  await show("info", "annotator");
  fireEvent.click(await screen.findByRole("button", { name: "Delete it" }));
  expect(screen.queryByText("# Read slowly")).toBeNull();
  expect(kept()).toEqual([]);
});

test("AUT-11 AUT-32 what is typed is kept while its page stands, for a reload and other tabs, until it is typed back or saved", async () => {
  await show("questions");
  const title = await screen.findByLabelText("Title");
  type(title, "Spans");
  expect(localStorage.getItem("postil:forms:u1:d1")).toContain("Spans");
  type(title, "Parts");
  expect(kept()).toEqual([]);
  type(title, "Spans");
  expect(kept()).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Update parts" }));
  await waitFor(() => expect(kept()).toEqual([]));
});

test("AUT-11 what was kept and is damaged is left where it is: the form shows what is stored, and the page goes on", async () => {
  const base = { id: "q1", updatedAt: 1 };
  keepForms("u1", "d1", { "question/q1": { form: { title: 7 }, base, isEdited: true }, "field/f1": null });
  const before = localStorage.getItem("postil:forms:u1:d1");
  await show("questions");
  const title = await screen.findByLabelText<HTMLInputElement>("Title");
  expect([title.value, hasUnsaved(), getToasts(), localStorage.getItem("postil:forms:u1:d1")]).toEqual([
    ...["Parts", false, [], before],
  ]);
  type(title, "Spans");
  expect(localStorage.getItem("postil:forms:u1:d1")).toContain("Spans");
});

test("FSE-13 AUT-32 blanks at the end of the guidelines are no edit, and nothing that is not saved; emptied guidelines are", async () => {
  await show("info");
  const guidelines = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Guidelines" });
  type(guidelines, `${guidelines.value} `);
  expect([hasUnsaved(), kept()]).toEqual([false, []]);
  expect(guidelines.value).toMatch(/ $/);
  type(guidelines, "");
  expect([hasUnsaved(), typedWork("u1").length]).toEqual([true, 1]);
});
