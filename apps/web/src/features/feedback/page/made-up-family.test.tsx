import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import "../../../lib/i18n/en/bulk-view.ts";
import { AroundPage, openTab } from "../../../lib/drafts/tab.fixture.tsx";
import { quiet } from "../../../lib/outbox/testing.ts";
import { closeSession, openSession, recognise } from "../../../lib/session/store.ts";
import { getToasts } from "../../../lib/toasts/store.ts";
import { createWordServer, WordsPage } from "./words.fixture.tsx";

afterEach(() => {
  closeSession("signed-out");
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Opens the workbench with a dataset family that it does not know. */
async function open(words: readonly string[], query = "") {
  // All families share the figures. This family provides everything else.
  const counts = { records: { count: words.length }, responses: { count: 0, submitted: 0, discarded: 0, draft: 0 } };
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    if (address.endsWith("/metrics")) return Response.json(counts);
    asked.push(address);
    return Response.json({ detail: "of another family" }, { status: 404 });
  });
  const server = createWordServer(...words);
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: "/words",
    component: () => <WordsPage words={server.words} family={server.family} />,
  });
  const history = createMemoryHistory({ initialEntries: [`/words${query}`] });
  // The whole program has the type of the real router registered. This router has one route.
  const router = createRouter({ routeTree: root.addChildren([page]), history }) as never;
  render(
    <AroundPage tab={openTab(server.api)}>
      <RouterProvider router={router} />
    </AroundPage>,
  );
  await screen.findByRole("toolbar", { name: "Queue" });
  await settle();
  return { ...server, asked, history };
}

const settle = () =>
  act(async () => {
    await quiet();
    await new Promise(requestAnimationFrame);
    await quiet();
  });
const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole("button", { name }));
  await settle();
};
const key = async (name: string, more: KeyboardEventInit = {}) => {
  fireEvent.keyDown(document.body, { key: name, ...more });
  await settle();
};
const word = () => screen.queryByText(/^The word is/)?.textContent;

test("FRS-13 FRS-09 records of another family are drawn by it, answered with its values by its wire, and taken back", async () => {
  const server = await open(["swift", "blorp"]);
  expect(word()).toBe("The word is swift");
  await press("real");
  await press("Submit");
  expect(word()).toBe("The word is blorp");
  expect(server.responses.get("r1")).toMatchObject({ status: "submitted", values: { verdict: { value: "real" } } });
  await key("z", { ctrlKey: true });
  expect(word()).toBe("The word is swift");
  expect(server.statusOf("r1")).toBe("pending");
});

test("FQU-26 what would be lost of another family's answer is asked about before it is left", async () => {
  const server = await open(["swift", "blorp"]);
  await press("real");
  await press("Submit");
  await press("Previous record");
  await press("made up");
  await press("Next record");
  expect(word()).toBe("The word is swift");
  getToasts().at(-1)?.actions[0]?.run();
  await settle();
  expect(word()).toBe("The word is blorp");
  expect(server.responses.get("r1")?.values).toEqual({ verdict: { value: "real" } });
});

test("FFI-25 the bar shows the filters of another family, and what they ask for reaches its reads", async () => {
  await open(["swift", "auk"]);
  await press("Filters");
  await press("Short words");
  expect(word()).toBe("The word is auk");
});

test("FBU-02 FBU-11 many records of another family are answered at once, or each by what is guessed of it", async () => {
  const server = await open(["swift", "blorp:made up", "auk"], "?at=pending~1~10");
  fireEvent.click(screen.getByRole("checkbox", { name: "Select record 1" }));
  await press("real");
  await press("Submit 1");
  expect(server.responses.get("r1")?.values).toEqual({ verdict: { value: "real" } });
  fireEvent.click(screen.getByRole("checkbox", { name: "Select record 2" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Select record 3" }));
  await press("Accept suggestions");
  expect(server.responses.get("r2")).toMatchObject({ status: "submitted", values: { verdict: { value: "made up" } } });
  expect(server.statusOf("r3")).toBe("pending");
});

test("VST-06 FRS-13 the address and the saved views are spelled as the other family spells them", async () => {
  const { history, asked } = await open(["swift", "auk"], "?at=pending~2");
  expect(word()).toBe("The word is auk");
  await press("Previous record");
  await press("real");
  await press("Submit");
  expect(history.location.search).toBe("?at=pending~1~~");
  await press("Views");
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Short ones" }));
  await settle();
  expect(word()).toBe("The word is auk");
  expect(history.location.search).toBe("?at=pending-short~1~~");
  expect(asked).toEqual([]);
});

test("FRS-13 flags and history of another family are its own", async () => {
  const { flags, asked } = await open(["swift"]);
  await key("l");
  await waitFor(() => expect([...flags.keys()]).toEqual(["r1"]));
  await press("More about this record");
  fireEvent.click(await screen.findByRole("menuitem", { name: "History" }));
  expect(await screen.findByText("made up by somebody")).toBeDefined();
  expect(asked).toEqual([]);
});

test("EXP-01 FRS-13 datasets of another family are exported as it does it", async () => {
  openSession("token");
  recognise("token", {
    ...{ id: "u1", firstName: "Mara", lastName: null, username: "mara", role: "owner", apiKey: "key" },
    ...{ workspaces: [], insertedAt: 0, updatedAt: 0 },
  });
  const saved: Blob[] = [];
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) saved.push(file);
    return "blob:export";
  };
  URL.revokeObjectURL = () => undefined;
  // jsdom does not navigate and would print an error.
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  const { asked } = await open(["swift", "auk"]);
  await press("Export this dataset");
  const dialog = await screen.findByRole("dialog", { name: "Export words" });
  expect(dialog.textContent).toContain("Words, in archive");
  fireEvent.click(await screen.findByRole("button", { name: "Export" }));
  expect(await screen.findByRole("dialog", { name: "Exported words" })).toBeDefined();
  expect(saved.map(({ size }) => size)).toEqual(["swift,auk".length]);
  expect(asked).toEqual([]);
});
