import "fake-indexeddb/auto";
import { annotationPath, settingsPath } from "@postil/domain/datasets/dataset";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { queryClient } from "../lib/api/query-client.ts";
import { setPreference } from "../lib/preferences/store.ts";
import { closeSession, getSession, openSession } from "../lib/session/store.ts";
import { clearToasts, getToasts } from "../lib/toasts/store.ts";
import type { GuardName } from "./guards.ts";
import { guarded } from "./guards.ts";
import { createPageRouter, type PageRouter } from "./router.tsx";

const times = { inserted_at: "2026-01-01T00:00:00", updated_at: "2026-01-01T00:00:00" };
const USER = {
  id: "u1",
  first_name: "Mara",
  full_name: "Mara",
  username: "mara.lind",
  role: "owner",
  workspaces: ["archive"],
  api_key: "key",
  ...times,
};
const ID = "0b8b6f1e-0000-4000-8000-000000000001";

let answers: { [address: string]: (() => Response) | undefined };
let asked: string[];
/** The workspace header of each request. */
let workspaces: (string | null)[];

beforeEach(() => {
  answers = {};
  asked = [];
  workspaces = [];
  vi.stubGlobal("fetch", async (address: string, { headers }: RequestInit) => {
    asked.push(address);
    workspaces.push(new Headers(headers).get("X-Postil-Workspace"));
    const path = address.split("?")[0] ?? "";
    const answer = answers[path];
    if (answer !== undefined) return answer();
    if (path === "/api/me") return Response.json(USER);
    if (path === "/api/workspaces" || path === "/api/datasets") return Response.json([]);
    if (path === "/api/postil/v1/version") return Response.json({ version: "0.1.0", wire: "1.29.1" });
    if (path === "/api/v1/version") return Response.json({ version: "1.29.1" });
    return Response.json({ items: [] });
  });
  vi.stubGlobal("scrollTo", () => undefined);
});
afterEach(() => {
  closeSession("signed-out");
  queryClient.clear();
  clearToasts();
  vi.unstubAllGlobals();
});

async function visit(path: string, { signedIn }: { signedIn: boolean }): Promise<PageRouter> {
  if (signedIn) openSession("token");
  const router = createPageRouter(createMemoryHistory({ initialEntries: [path] }));
  render(<RouterProvider router={router} />);
  await waitFor(() => expect(router.state.status).toBe("idle"));
  return router;
}

const at = (router: PageRouter) => router.state.location.href;

test("RTE-02 RTE-03 RTE-04 the index leads a signed-in user to the datasets list", async () => {
  const router = await visit("/", { signedIn: true });
  expect(at(router)).toBe("/datasets");
  expect(await screen.findByText("No datasets yet")).toBeDefined();
});

test("RTE-03 RTE-10 the index leads an anonymous visitor to sign-in", async () => {
  const router = await visit("/", { signedIn: false });
  expect(at(router)).toBe("/sign-in");
  expect(await screen.findByRole("heading", { name: "Sign in" })).toBeDefined();
});

test("RTE-24 RTE-26 ROL-02 a page of a signed-in user leads an anonymous visitor to sign-in, before its data is asked for", async () => {
  const path = `/dataset/${ID}/annotation-mode?page=3`;
  const router = await visit(path, { signedIn: false });
  expect(at(router)).toBe(`/sign-in?page=3&redirect=${encodeURIComponent(path)}`);
  await screen.findByRole("heading", { name: "Sign in" });
  expect(asked).toEqual(["/api/v1/oauth2/providers"]);
});

test("RTE-09 a page of a feedback dataset without its id leads to the list", async () => {
  expect(at(await visit("/dataset/annotation-mode", { signedIn: true }))).toBe("/datasets");
  expect(at(await visit("/dataset/settings", { signedIn: true }))).toBe("/datasets");
});

test("RTE-11 the user's own settings have their page", async () => {
  await visit("/user-settings", { signedIn: true });
  expect(await screen.findByRole("heading", { name: "User settings" })).toBeDefined();
});

test("AUT-30 AUT-31 what stands under postil:features is neither read nor changed, whatever it is", async () => {
  localStorage.setItem("postil:features", "{no JSON");
  onTestFinished(() => localStorage.clear());
  const uses = (["getItem", "setItem", "removeItem"] as const).map((way) => vi.spyOn(Storage.prototype, way));
  for (const use of uses) onTestFinished(() => void use.mockRestore());
  await visit("/user-settings", { signedIn: true });
  await screen.findByRole("heading", { name: "User settings" });
  setPreference("theme", "dark");
  closeSession("signed-out");
  await screen.findByRole("heading", { name: "Sign in" });
  const keys = uses.flatMap(({ mock }) => mock.calls.map(([key]) => key));
  expect(keys).toContain("postil:preferences");
  expect(keys).not.toContain("postil:features");
  expect(localStorage.getItem("postil:features")).toBe("{no JSON");
});

test("LAY-12 the menu's last line is Postil's version, not that of the wire format", async () => {
  await visit("/user-settings", { signedIn: true });
  fireEvent.click(await screen.findByRole("button", { name: /Open menu$/ }));
  expect(await screen.findByText("Postil 0.1.0")).toBeDefined();
});

test("ROL-12 the administration's tabs are pages with titles, and the focus goes where the new one begins", async () => {
  const router = await visit("/people", { signedIn: true });
  const tabs = await screen.findByRole("navigation", { name: "Parts of the administration" });
  await waitFor(() => expect(document.title).toBe("People - Postil"));
  expect(within(tabs).getByRole("link", { current: "page" }).textContent).toBe("People");
  fireEvent.click(within(tabs).getByRole("link", { name: "Workspaces" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Workspaces" })).toBeDefined();
  expect(at(router)).toBe("/workspaces");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
  expect(document.title).toBe("Workspaces - Postil");
  fireEvent.click(within(tabs).getByRole("link", { name: "Audit" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Audit" })).toBeDefined();
});

test("ROL-12 an admin has no tab for the audit and is led home from its address, an annotator from all of them", async () => {
  answers["/api/me"] = () => Response.json({ ...USER, role: "admin" });
  expect(at(await visit("/audit", { signedIn: true }))).toBe("/datasets");
  closeSession("signed-out");
  cleanup();
  await visit("/people", { signedIn: true });
  expect(await screen.findByRole("link", { name: "Workspaces" })).toBeDefined();
  expect(screen.queryByRole("link", { name: "Audit" })).toBeNull();
  closeSession("signed-out");
  cleanup();
  answers["/api/me"] = () => Response.json({ ...USER, role: "annotator" });
  for (const path of ["/people", "/workspaces", "/audit"]) {
    expect(at(await visit(path, { signedIn: true }))).toBe("/datasets");
    closeSession("signed-out");
    cleanup();
  }
});

test("RTE-18 sign-in leads a signed-in user home", async () => {
  expect(at(await visit("/sign-in?redirect=%2Fuser-settings", { signedIn: true }))).toBe("/datasets");
});

test("RTE-22 RTE-23 the callback without a query and the welcome page off the platform lead home", async () => {
  expect(at(await visit("/oauth/github/callback", { signedIn: false }))).toBe("/sign-in");
  expect(at(await visit("/welcome-hf-sign-in", { signedIn: false }))).toBe("/sign-in");
});

test("RTE-13 AUT-23 the callback needs a provider, and leads on once it is signed in", async () => {
  expect(at(await visit("/oauth/callback?code=a&state=s", { signedIn: false }))).toBe("/sign-in");
  answers["/api/v1/oauth2/providers/github/access-token"] = () =>
    Response.json({ access_token: "token", token_type: "bearer" });
  sessionStorage.setItem("postil:return-address", "%2Fuser-settings");
  const router = await visit("/oauth/github/callback?code=a&state=s", { signedIn: false });
  expect(await screen.findByRole("heading", { name: "User settings" })).toBeDefined();
  expect(at(router)).toBe("/user-settings");
});

test("RTE-13 a sign-in that fails leaves the callback page where it is", async () => {
  answers["/api/v1/oauth2/providers/github/access-token"] = () => Response.json({ detail: "no" }, { status: 401 });
  const router = await visit("/oauth/github/callback?code=a&state=s", { signedIn: false });
  expect(await screen.findByText("Not signed in")).toBeDefined();
  expect(at(router)).toBe("/oauth/github/callback?code=a&state=s");
});

test("RTE-29 /login is an alias of both", async () => {
  expect(at(await visit("/login?a=b", { signedIn: false }))).toBe("/sign-in?a=b");
  expect(at(await visit("/login", { signedIn: true }))).toBe("/datasets");
});

test.each(["/nowhere", "/datasets/archive/letters.viewmodel/x/y", "/dataset/useAnnotationViewModel"])(
  "RTE-14 ERR-03 %s shows the 404 page",
  async (path) => {
    await visit(path, { signedIn: true });
    expect(await screen.findByText("This page could not be found")).toBeDefined();
    expect(screen.getByText("404")).toBeDefined();
  },
);

const LETTERS = {
  id: "archive.letters",
  name: "letters",
  task: "Text2Text",
  workspace: "archive",
  tags: {},
  metadata: {},
  created_at: times.inserted_at,
  last_updated: times.updated_at,
};

const FEEDBACK_LETTERS = {
  id: ID,
  name: "letters",
  guidelines: "Read, then answer.",
  allow_extra_metadata: true,
  status: "ready",
  workspace_id: "w1",
  last_activity_at: times.updated_at,
  ...times,
};

test("RTE-05 RTE-17 TLO-03 the routes of task datasets are guarded and know their workspace; one that is not there is said so", async () => {
  const router = await visit("/datasets/archive/letters", { signedIn: false });
  expect(at(router)).toBe("/sign-in?redirect=%2Fdatasets%2Farchive%2Fletters");
  answers["/api/datasets/letters"] = () => Response.json({ detail: {} }, { status: 404 });
  const inside = await visit("/datasets/archive/letters", { signedIn: true });
  expect(inside.state.matches.at(-1)?.params).toMatchObject({ workspace: "archive", dataset: "letters" });
  expect(await screen.findByText("Not found dataset named letters")).toBeDefined();
  expect(asked).toContain("/api/datasets/letters?workspace=archive");
});

test("RTE-17 API-02 each call names the workspace of the address once somebody is signed in, and none elsewhere", async () => {
  const stated = () => [...new Set(workspaces.splice(0))];
  await visit("/datasets/archive/letters", { signedIn: false });
  await screen.findByRole("heading", { name: "Sign in" });
  expect(stated()).toEqual([null]);
  cleanup();
  answers["/api/datasets/letters"] = () => Response.json(LETTERS);
  const inside = await visit("/datasets/archive/letters/settings", { signedIn: true });
  await screen.findByRole("tab", { name: "Danger zone" });
  expect(stated()).toContain("archive");
  await inside.navigate({ to: "/datasets" });
  await screen.findByText("No datasets yet");
  expect(stated()).toEqual([null]);
});

test("RTE-06 RTE-17 LAY-02 the settings of a task dataset have a page of their own, with its workspace in the way there", async () => {
  answers["/api/datasets/letters"] = () => Response.json(LETTERS);
  await visit("/datasets/archive/letters/settings", { signedIn: true });
  expect(await screen.findByRole("heading", { name: "Dataset settings" })).toBeDefined();
  expect(await screen.findByRole("tab", { name: "Danger zone" })).toBeDefined();
  const crumbs = within(screen.getByRole("navigation", { name: "Breadcrumb" })).getAllByRole("link");
  expect(crumbs.map((link) => link.getAttribute("href"))).toEqual([
    "/datasets",
    "/datasets?workspaces=archive",
    "/datasets/archive/letters",
  ]);
});

test.each([
  [{ status: 404, body: {} }, "404", "Not found dataset named letters"],
  [{ status: 200, body: { ...LETTERS, task: "Poetry" } }, "500", "ERROR Unknown task: Poetry"],
])(
  "TLO-11 TEN-33 RTE-06 RTE-15 settings of what cannot be opened are the error page: %j",
  async (answer, code, message) => {
    vi.spyOn(console, "error").mockReturnValue(undefined);
    answers["/api/datasets/letters"] = () => Response.json(answer.body, { status: answer.status });
    await visit("/datasets/archive/letters/settings", { signedIn: true });
    expect(await screen.findByText(code)).toBeDefined();
    expect(screen.getByText(message)).toBeDefined();
    expect(screen.getByRole("link", { name: "Back to home page" })).toBeDefined();
  },
);

test.each([403, 404, 422])("ROL-14 a %i on a dataset's page shows one toast and the list", async (status) => {
  answers[`/api/v1/datasets/${ID}`] = () => Response.json({ detail: "not for you" }, { status });
  const router = await visit(`/dataset/${ID}/settings`, { signedIn: true });
  await waitFor(() => expect(at(router)).toBe("/datasets"));
  expect(await screen.findByText("No datasets yet")).toBeDefined();
  const open = getToasts().filter(({ phase }) => phase !== "closing");
  expect(open.map(({ message }) => message)).toEqual(["This dataset does not exist, or you may not open it."]);
});

test("ERR-04 another failure of a dataset's page is shown on the error page with its status", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  answers[`/api/v1/datasets/${ID}`] = () => Response.json({ detail: "down" }, { status: 503 });
  await visit(`/dataset/${ID}/settings`, { signedIn: true });
  expect(await screen.findByText("503")).toBeDefined();
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
});

test("AUT-11 a session that ends in mid-work leads to sign-in with the way back", async () => {
  const router = await visit("/user-settings?a=b", { signedIn: true });
  closeSession("ended");
  await waitFor(() => expect(at(router)).toBe("/sign-in?a=b&redirect=%2Fuser-settings%3Fa%3Db"));
  expect(await screen.findByText(/Your session has ended/)).toBeDefined();
});

test("AUT-12 RTE-28 signing out leads to sign-in, without a way back", async () => {
  const router = await visit("/user-settings", { signedIn: true });
  closeSession("signed-out");
  await waitFor(() => expect(at(router)).toBe("/sign-in"));
  expect(getSession()).toEqual({ status: "anonymous", ended: false });
});

test("AUT-12 nothing is asked for in the name of the user who signed out", async () => {
  const router = await visit("/datasets", { signedIn: true });
  await screen.findByText("No datasets yet");
  asked = [];
  closeSession("signed-out");
  await waitFor(() => expect(at(router)).toBe("/sign-in"));
  await screen.findByRole("heading", { name: "Sign in" });
  expect(asked).toEqual(["/api/v1/oauth2/providers"]);
});

test("RTE-15 a dataset of any other task is opened as a feedback dataset", async () => {
  const dataset = { id: ID, name: "letters", workspaceName: "archive", task: "Summarization" };
  answers["/api/me"] = () => Response.json({ ...USER, role: "annotator" });
  answers[`/api/v1/datasets/${ID}`] = () => Response.json({ ...FEEDBACK_LETTERS, task: "Summarization" });
  await visit(settingsPath(dataset), { signedIn: true });
  expect(await screen.findByText("Read, then answer.")).toBeDefined();
  cleanup();
  await visit(annotationPath(dataset), { signedIn: true });
  await waitFor(() => expect(asked).toContain(`/api/v1/datasets/${ID}/questions`));
  expect(asked.filter((address) => address.startsWith("/api/datasets/"))).toEqual([]);
});

test("RTE-08 FEN-04 FEN-05 ROL-07 ROL-08 everybody who may open a dataset may read its settings", async () => {
  answers["/api/me"] = () => Response.json({ ...USER, role: "annotator" });
  answers["/api/v1/workspaces/w1"] = () => Response.json({ id: "w1", name: "archive", ...times });
  answers[`/api/v1/datasets/${ID}`] = () => Response.json(FEEDBACK_LETTERS);
  await visit(`/dataset/${ID}/settings`, { signedIn: true });
  expect(await screen.findByText("Read, then answer.")).toBeDefined();
  expect(await screen.findByRole("link", { name: "archive" })).toBeDefined();
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("RTE-30 a route that names a guard nobody registered ends on the error page", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  const router = createPageRouter(createMemoryHistory({ initialEntries: ["/user-settings"] }));
  const { options } = router.routesById["/inside/user-settings"];
  // Such a name does not compile in a route. The test simulates a mistake that got through.
  options.beforeLoad = guarded("nobody" as GuardName);
  openSession("token");
  render(<RouterProvider router={router} />);
  expect(await screen.findByText("Unknown middleware")).toBeDefined();
  expect(screen.getByText("500")).toBeDefined();
  delete options.beforeLoad;
});

test.each([
  ["2g", false],
  ["slow-2g", false],
  ["4g", "intent"],
])("RTE-31 RTE-32 with a connection of %s code is loaded ahead of a click: %s", async (effectiveType, preload) => {
  vi.stubGlobal("navigator", Object.create(navigator, { connection: { value: { effectiveType } } }));
  const router = await visit("/datasets", { signedIn: true });
  expect(router.options.defaultPreload).toBe(preload);
});

test("RTE-32 what is loaded ahead of a click is code, never data", async () => {
  const router = await visit("/user-settings", { signedIn: true });
  await screen.findByRole("heading", { name: "User settings" });
  asked = [];
  await router.preloadRoute({ to: "/datasets" });
  await router.preloadRoute({ to: "/dataset/{-$id}/settings", params: { id: ID } });
  expect(asked).toEqual([]);
});

test("DSL-10 VST-02 VST-03 narrowing the list is written to the address: first a replace, then a step each, a word being one", async () => {
  answers["/api/datasets"] = () =>
    Response.json(
      ["letters", "notes"].map((name) => ({
        id: `archive.${name}`,
        name,
        task: "Text2Text",
        workspace: "archive, old",
        tags: {},
        metadata: {},
        created_at: times.inserted_at,
        last_updated: times.updated_at,
      })),
    );
  const router = await visit("/datasets", { signedIn: true });
  const search = await screen.findByRole("searchbox", { name: "Find a dataset" });
  const type = async (value: string, entries: string) => {
    fireEvent.change(search, { target: { value } });
    await waitFor(() => expect(at(router)).toBe(`/datasets${entries}`));
  };
  await screen.findByRole("link", { name: "letters" });
  const { length } = router.history;
  await type("l", "?search=l");
  await type("let", "?search=let");
  expect(router.history.length).toBe(length);
  fireEvent.click(screen.getAllByRole("link", { name: "archive, old" })[0] ?? document.body);
  await waitFor(() => expect(at(router)).toBe("/datasets?workspaces=archive%2C%20old"));
  await type("n", "?search=n&workspaces=archive%2C%20old");
  expect(router.history.length).toBe(length + 2);
  router.history.back();
  await waitFor(() => expect(at(router)).toBe("/datasets?workspaces=archive%2C%20old"));
  await waitFor(() => expect(screen.getByText("2 of 2 datasets")).toBeDefined());
});
