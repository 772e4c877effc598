import "fake-indexeddb/auto";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keptDraft } from "../../lib/drafts/draft.ts";
import { openKeptWork } from "../../lib/kept-work/kept-work.ts";
import { keepBulk, keepForms, keepRule, keptBulk, keptForms, keptRules } from "../../lib/kept-work/typed-work.ts";
import type { SessionUser } from "../../lib/session/store.ts";
import { clearToasts, getToasts, notify } from "../../lib/toasts/store.ts";
import { RemovedAccount } from "./lost-screen.tsx";

const user: SessionUser = {
  ...{ id: "u1", username: "mara.lind", firstName: "Mara", lastName: null, role: "admin", apiKey: "" },
  ...{ workspaces: [], insertedAt: 0, updatedAt: 0 },
};
const show = () => render(<RemovedAccount header={null} user={user} signInLink={<a href="/sign-in">in</a>} />);
const typed = async () => within(await screen.findByRole("region", { name: "Typed and not saved" }));

beforeEach(() => localStorage.clear());
afterEach(() => clearToasts());

test("ROL-14 AUT-11 of a deleted account the settings, the rule and the bulk form that were being typed stand there to be copied, and can be let go of", async () => {
  keepForms("u1", "d1", { guidelines: { form: { text: "# Read slowly" } } });
  keepForms("u2", "d1", { guidelines: { form: { text: "of somebody else" } } });
  keepRule("u1", "city/letters", { query: "lamp*", labels: ["Lighting"], description: "" });
  const answers = { topic: { value: "news", untouched: [] }, tags: { value: ["a", "b"], untouched: [] } };
  keepBulk("u1", "d1", { answers, chosen: ["r1", "r2"], allMatches: false, page: "", address: "" });
  show();
  const texts = (await typed()).getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(texts).toEqual(["# Read slowly", "lamp* · Lighting", "topic: news", "tags: a, b"]);
  expect((await typed()).getByRole("button", { name: "Copy what was typed" })).toBeDefined();
  await waitFor(() => expect(screen.queryByText("Loading")).toBeNull());
  expect(screen.queryByText("No answer of yours waits on this device.")).toBeNull();
  fireEvent.click((await typed()).getByRole("button", { name: "Delete it" }));
  expect(await screen.findByText("No answer of yours waits on this device.")).toBeDefined();
  expect([keptForms("u1", "d1"), keptRules("u1", "city/letters"), keptBulk("u1", "d1")]).toEqual([null, [], null]);
  expect(keptForms("u2", "d1")).not.toBeNull();
});

test("ROL-14 the same text for two datasets stands there twice, what was emptied is named", async () => {
  for (const id of ["d1", "d2"]) keepForms("u1", id, { guidelines: { form: { text: "To do" } } });
  keepForms("u1", "d3", { guidelines: { form: { text: "" } } });
  show();
  const texts = (await typed()).getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(texts).toEqual(["To do", "To do", "Emptied"]);
});

test("ROL-14 answers stand beside what was typed", async () => {
  keepForms("u1", "d1", { guidelines: { form: { text: "# Read slowly" } } });
  const draft = {
    family: "feedback" as const,
    recordId: "r1",
    datasetId: "d1",
    savedAt: 1,
    answers: { note: { value: "words", untouched: [] } },
  };
  await openKeptWork("drafts").change("u1", "r1", () => keptDraft(draft));
  show();
  expect(await screen.findByRole("region", { name: "1 record was not sent" })).toBeDefined();
  expect((await typed()).getByText("# Read slowly")).toBeDefined();
});

test("ROL-14 what a call of the page before was answered is gone, a save that failed is not", async () => {
  notify({ message: "A call that failed", type: "error" });
  notify({ message: "A save that failed", type: "error", keep: true });
  show();
  await screen.findByRole("heading", { name: "Your account was deleted" });
  const standing = () => getToasts().filter(({ phase }) => phase !== "closing");
  await waitFor(() => expect(standing().map(({ message }) => message)).toEqual(["A save that failed"]));
});
