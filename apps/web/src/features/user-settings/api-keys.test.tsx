import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import "../../lib/i18n/en/dataset-settings.ts";
import "../../lib/i18n/en/user-settings.ts";
import { getSession, openSession, recognise } from "../../lib/session/store.ts";
import { hasUnsaved } from "../../lib/unsaved.ts";
import { ApiKeys } from "./api-keys.tsx";

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 19);
const key = (id: string, name: string, more: object = {}) => ({
  ...{ id, name, ending: "b71e", inserted_at: inDays(-30), expires_at: null, last_used_at: null, last_used_by: null },
  ...more,
});

let items: object[];
let answers: { [call: string]: () => Response };
let asked: string[];

beforeEach(() => {
  items = [];
  asked = [];
  answers = {};
  vi.stubGlobal("fetch", async (address: string, { method = "GET", body }: RequestInit = {}) => {
    const call = `${method} ${address.replace("/api/postil/v1/me/", "")}`;
    asked.push(body ? `${call} ${body}` : call);
    const answer = answers[call];
    if (answer !== undefined) return answer();
    return Response.json({ first: { ending: "1234", last_used_at: inDays(0), last_used_by: "Python client" }, items });
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = async (firstKey = "secret-key-1234") => {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ApiKeys firstKey={firstKey} />
    </QueryClientProvider>,
  );
  await screen.findByRole("table");
};
const row = (name: string) => within(screen.getByText(name).closest("tr") ?? document.body);

test("AUT-32 the first key is masked, can be shown, and is copied without being shown", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { clipboard: { writeText } }));
  await show();
  expect(screen.queryByText("secret-key-1234")).toBeNull();
  expect(row("First key").getAllByText("…1234")).toHaveLength(2);
  expect(row("First key").getAllByText(/Python client/)).not.toHaveLength(0);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Copy API key" })));
  expect(writeText).toHaveBeenCalledWith("secret-key-1234");
  expect(screen.queryByText("secret-key-1234")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show the key" }));
  expect(screen.getByText("secret-key-1234")).toBeDefined();
});

test("AUT-32 without an API key nothing of one is shown", async () => {
  await show("");
  expect(screen.queryByText("First key")).toBeNull();
  expect(screen.queryByRole("button", { name: "Copy API key" })).toBeNull();
});

test("AUT-32 a key in its last 14 days says so, one that has expired stays until it is removed", async () => {
  items = [
    key("k1", "Catalogue export", { expires_at: inDays(8) }),
    key("k2", "Notebook", { expires_at: inDays(60) }),
    key("k3", "Old laptop", { expires_at: inDays(-3) }),
  ];
  await show();
  expect(row("Catalogue export").getByText("in 8 days")).toBeDefined();
  expect(row("Notebook").queryByText(/in \d+ days/)).toBeNull();
  expect(row("Old laptop").getByText(/^expired on /)).toBeDefined();
  answers["DELETE api-keys/k3"] = () => Response.json(key("k3", "Old laptop"));
  fireEvent.click(row("Old laptop").getByRole("button", { name: "Remove Old laptop" }));
  await waitFor(() => expect(screen.queryByText("Old laptop")).toBeNull());
});

test("AUT-32 a key is made, shown this once with the focus on copying it, and revoked after a question", async () => {
  await show();
  answers["POST api-keys"] = () =>
    Response.json({ ...key("k9", "Slide scanner"), key: "pk_shown-once" }, { status: 201 });
  fireEvent.change(screen.getByRole("textbox", { name: "New key" }), { target: { value: " Slide scanner " } });
  fireEvent.click(screen.getByRole("button", { name: "1 year" }));
  fireEvent.click(screen.getByRole("button", { name: "Make key" }));
  expect(await screen.findByText("pk_shown-once")).toBeDefined();
  expect(asked).toContain(`POST api-keys ${JSON.stringify({ name: "Slide scanner", days: 365 })}`);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Copy key" }));
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByText("pk_shown-once")).toBeNull();
  answers["DELETE api-keys/k9"] = () => Response.json(key("k9", "Slide scanner"));
  fireEvent.click(screen.getByRole("button", { name: "Revoke Slide scanner" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Revoke the key of Slide scanner?" }));
  fireEvent.click(question.getByRole("button", { name: "Revoke" }));
  await waitFor(() => expect(screen.queryByText("Slide scanner")).toBeNull());
});

test("AUT-32 that the keys could not be loaded is said in their place, with a way to try again", async () => {
  let fails = true;
  vi.stubGlobal("fetch", async () =>
    fails
      ? Response.json({ detail: "disk is full" }, { status: 500 })
      : Response.json({ first: { ending: "1234", last_used_at: null, last_used_by: null }, items: [] }),
  );
  const shown = show();
  expect((await screen.findByRole("alert")).textContent).toContain("The API keys could not be loaded.");
  fails = false;
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await shown;
  expect(screen.queryByRole("alert")).toBeNull();
});

test("FSE-40 the name of a key that is typed and not made yet is asked about before the page goes", async () => {
  await show();
  const name = screen.getByRole("textbox", { name: "New key" });
  fireEvent.change(name, { target: { value: "Notebook" } });
  expect(hasUnsaved()).toBe(true);
  fireEvent.change(name, { target: { value: " " } });
  expect(hasUnsaved()).toBe(false);
});

test("ERR-19 AUT-32 a key whose reply was lost is in the list and can be revoked, and no word says that it was not made", async () => {
  await show();
  answers["POST api-keys"] = () => {
    items = [key("k9", "Notebook")];
    throw new TypeError("Failed to fetch");
  };
  fireEvent.change(screen.getByRole("textbox", { name: "New key" }), { target: { value: "Notebook" } });
  fireEvent.click(screen.getByRole("button", { name: "Make key" }));
  expect(await screen.findByRole("button", { name: "Revoke Notebook" })).toBeDefined();
  expect(screen.getByRole("alert").textContent).toContain("Nothing is known to have changed.");
});

test("ERR-19 a name that is taken shows the key that has it", async () => {
  await show();
  answers["POST api-keys"] = () => {
    items = [key("k9", "Notebook")];
    return Response.json({ detail: "taken" }, { status: 409 });
  };
  fireEvent.change(screen.getByRole("textbox", { name: "New key" }), { target: { value: "Notebook" } });
  fireEvent.click(screen.getByRole("button", { name: "Make key" }));
  expect(await screen.findByRole("button", { name: "Revoke Notebook" })).toBeDefined();
});

test("AUT-32 a name that is taken is said at the field", async () => {
  await show();
  answers["POST api-keys"] = () => Response.json({ detail: "taken" }, { status: 409 });
  fireEvent.change(screen.getByRole("textbox", { name: "New key" }), { target: { value: "Notebook" } });
  fireEvent.click(screen.getByRole("button", { name: "Make key" }));
  expect((await screen.findByRole("alert")).textContent).toBe("You have a key named “Notebook” already.");
});

test("AUT-32 the first key is replaced after a question, and the session knows the new one", async () => {
  const times = { insertedAt: 0, updatedAt: 0 };
  const names = { id: "u1", firstName: "Mara", lastName: null, username: "mara.lind", role: "annotator" } as const;
  openSession("token");
  recognise("token", { ...names, apiKey: "secret-key-1234", workspaces: [], ...times });
  await show();
  answers["POST api-key"] = () => Response.json({ api_key: "another-key" });
  fireEvent.click(screen.getByRole("button", { name: "Replace" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Replace the first key?" }));
  fireEvent.click(question.getByRole("button", { name: "Replace" }));
  await waitFor(() => expect(getSession()).toMatchObject({ user: { apiKey: "another-key" } }));
  expect(asked).toContain(`POST api-key ${JSON.stringify({ ending: "1234" })}`);
});
