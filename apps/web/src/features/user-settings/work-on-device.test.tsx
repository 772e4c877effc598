import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { journalOf } from "../../lib/drafts/draft.ts";
import { createDraftService } from "../../lib/drafts/draft-service.ts";
import { DraftsContext } from "../../lib/drafts/use-drafts.ts";
import { openKeptWork } from "../../lib/kept-work/kept-work.ts";
import { keepBulk, keepForms, keepRule, keptBulk, keptForms, keptRules } from "../../lib/kept-work/typed-work.ts";
import { createBrowser, createServer, NO_TABS, quiet, submission } from "../../lib/outbox/browser.fixture.ts";
import { OutboxContext } from "../../lib/outbox/use-outbox.ts";
import { WorkOnDevice } from "./work-on-device.tsx";

const typed = (value: string) => ({ comment: { value, untouched: [] } });
const dataset = { id: "d1", name: "reader-questions", status: "ready", workspace_id: "w1" };
const times = { inserted_at: "2026-01-01T00:00:00", updated_at: "2026-01-01T00:00:00" };

beforeEach(() => {
  vi.stubGlobal("fetch", async () => Response.json({ items: [{ ...dataset, ...times, guidelines: null }] }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

async function open() {
  const server = createServer();
  const browser = createBrowser(server.api);
  const outbox = browser.openTab();
  const drafts = createDraftService({
    userId: "u1",
    kept: browser.kept,
    journal: journalOf("u1"),
    tabs: NO_TABS,
    now: Date.now,
    after: () => undefined,
  });
  await quiet();
  const show = () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <OutboxContext value={outbox}>
          <DraftsContext value={drafts}>
            <WorkOnDevice
              user={{ id: "u1", username: "mara.lind" }}
              recordLink={({ datasetId, recordId }) => <a href={`/${datasetId}/${recordId}`}>the record</a>}
              typedLink={({ kind, datasetId }) => <a href={`/${datasetId}/${kind}`}>the place</a>}
            />
          </DraftsContext>
        </OutboxContext>
      </QueryClientProvider>,
    );
  return { server, browser, outbox, drafts, show };
}
const row = async (text: string) => within((await screen.findByText(text)).closest("tr") ?? document.body);

test("AUT-32 without undelivered work the list says so", async () => {
  (await open()).show();
  expect(await screen.findByText("Nothing of yours waits in this browser.")).toBeDefined();
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.queryByRole("button", { name: "Download all as JSON" })).toBeNull();
});

test("AUT-32 AUT-11 answers that this page cannot read are told of by their number", async () => {
  const kept = openKeptWork("outbox");
  await kept.change("u1", "r1", () => ({ version: 1, recordId: "r1", intent: { kind: "save", values: { a: null } } }));
  await kept.change("u1", "r2", () => ({ version: 2 }));
  await kept.change("u2", "r3", () => ({ version: 2 }));
  (await open()).show();
  expect(await screen.findByText(/^2 answers in this browser cannot be read: .* are not sent\.$/)).toBeDefined();
});

test("AUT-32 what was typed into settings and not saved is in the list, its link leads there, and it can be deleted", async () => {
  keepForms("u1", "d1", { guidelines: { form: { text: "# Read slowly" } } });
  keepForms("u1", "archive/letters", { labels: { form: { add: "travel" } } });
  keepForms("u2", "d1", { guidelines: { form: { text: "of somebody else" } } });
  (await open()).show();
  const list = within(await screen.findByRole("region", { name: "Typed and not saved" }));
  expect(list.getByText("# Read slowly")).toBeDefined();
  expect(list.getByText("travel")).toBeDefined();
  expect(list.getByText("letters")).toBeDefined();
  expect(screen.queryByText(/of somebody else|Nothing of yours/)).toBeNull();
  expect(screen.getByRole("button", { name: "Download all as JSON" })).toBeDefined();
  const link = await list.findByRole("link", { name: "Open the settings of reader-questions" });
  expect(link.getAttribute("href")).toBe("/d1/settings");
  fireEvent.click(list.getByRole("button", { name: "Delete what was typed in the settings of reader-questions" }));
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  expect(screen.queryByText("# Read slowly")).toBeNull();
  expect([keptForms("u1", "d1"), keptForms("u2", "d1")]).toEqual([null, expect.anything()]);
});

test("AUT-32 a rule that is being written is in the list with what it says, its link leads there, and it can be deleted", async () => {
  keepRule("u1", "archive/letters", { query: "card AND lost", labels: ["Card", "Fraud"], description: "Lost cards" });
  keepRule("u1", "archive/letters", { query: "tram", labels: [], description: "Trams" });
  keepRule("u2", "archive/letters", { query: "of somebody else", labels: [], description: "" });
  (await open()).show();
  const list = within(await screen.findByRole("region", { name: "Typed and not saved" }));
  expect(list.getByText("card AND lost · Card · Fraud · Lost cards")).toBeDefined();
  expect(screen.queryByText(/of somebody else|Nothing of yours/)).toBeNull();
  const link = list.getByRole("link", { name: "Open the rule card AND lost for letters" });
  expect(link.getAttribute("href")).toBe("/archive/letters/rule");
  fireEvent.click(list.getByRole("button", { name: "Delete the rule card AND lost for letters that is not saved" }));
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  expect(screen.queryByText(/card AND lost/)).toBeNull();
  fireEvent.click(list.getByRole("button", { name: "Delete the rule tram for letters that is not saved" }));
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Nothing of yours waits in this browser.")).toBeDefined();
  expect(["u1", "u2"].map((user) => keptRules(user, "archive/letters").length)).toEqual([0, 1]);
});

test("AUT-32 AUT-11 a bulk form that was filled is in the list with its answers, its link leads there, and it can be deleted", async () => {
  const answers = { rank: { value: [{ value: "b", rank: 1 }], untouched: [] }, stars: { value: 3, untouched: [] } };
  keepBulk("u1", "d1", { answers, chosen: ["r1"], allMatches: false, page: "", address: "" });
  (await open()).show();
  const list = within(await screen.findByRole("region", { name: "Typed and not saved" }));
  expect(list.getByText("rank: b · stars: 3")).toBeDefined();
  const link = await list.findByRole("link", { name: "Open the bulk form of reader-questions" });
  expect(link.getAttribute("href")).toBe("/d1/bulk");
  fireEvent.click(list.getByRole("button", { name: "Delete the bulk form of reader-questions" }));
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Nothing of yours waits in this browser.")).toBeDefined();
  expect(keptBulk("u1", "d1")).toBeNull();
});

test("AUT-32 what was typed stands with its dataset and answers, and its link leads back to the record", async () => {
  const { drafts, show } = await open();
  drafts.change("d1", "0197-typed", typed("Partly.\nSome swifts"));
  drafts.change("gone", "0197-other", typed("x"));
  show();
  const own = await row("comment: Partly. Some swifts");
  expect((await own.findAllByText("reader-questions")).length).toBeGreaterThan(0);
  expect(own.getByText("draft")).toBeDefined();
  expect(own.getAllByText("now").length).toBeGreaterThan(0);
  expect(own.getByRole("link", { name: "Open record 0197-typed" }).getAttribute("href")).toBe("/d1/0197-typed");
  const other = await row("Record 0197-other");
  expect(other.getAllByText("A dataset that you cannot open").length).toBeGreaterThan(0);
  expect(other.queryByRole("link")).toBeNull();
});

test("AUT-32 FRS-14 an answer that was refused says why and can be sent again; one on its way cannot be deleted", async () => {
  const { server, browser, outbox, show } = await open();
  server.failNext(422);
  outbox.want(submission("refused"));
  await quiet();
  browser.connect(false);
  outbox.want(submission("waits"));
  show();
  const refused = await row("fault 422");
  const waits = await row("Record waits, submitted");
  expect(refused.getByText("not saved")).toBeDefined();
  expect(refused.getByRole("button", { name: /^Delete/ })).toBeDefined();
  expect(waits.getByText("waiting")).toBeDefined();
  expect(waits.queryByRole("button", { name: /^Delete/ })).toBeNull();
  fireEvent.click(refused.getByRole("button", { name: "Retry record refused" }));
  act(() => browser.connect(true));
  expect(await screen.findByText("Nothing of yours waits in this browser.")).toBeDefined();
  expect(server.statusOf("refused")).toBe("submitted");
});

test("AUT-32 answers that wait stand before what was typed, and go out when asked for, not at their next try alone", async () => {
  const { server, outbox, drafts, show } = await open();
  server.failNext(null);
  outbox.want(submission("waits"));
  await quiet();
  drafts.change("d1", "typed", typed("later"));
  show();
  const waits = await row("Record waits, submitted");
  const kinds = screen.getAllByText(/^(waiting|draft)$/).map(({ textContent }) => textContent);
  expect(kinds).toEqual(["waiting", "draft"]);
  expect(server.statusOf("waits")).toBe("pending");
  fireEvent.click(waits.getByRole("button", { name: "Send now, record waits" }));
  await waitFor(() => expect(server.statusOf("waits")).toBe("submitted"));
});

test("AUT-32 deleting asks first; then the work is gone from the list and from the browser", async () => {
  const { drafts, browser, show } = await open();
  drafts.change("d1", "r1", typed("first"));
  drafts.change("d1", "r2", typed("second"));
  drafts.change("d1", "r3", typed("third"));
  show();
  fireEvent.click((await row("comment: second")).getByRole("button", { name: /^Delete/ }));
  const one = within(await screen.findByRole("alertdialog", { name: "Delete this work?" }));
  fireEvent.click(one.getByRole("button", { name: "Cancel" }));
  expect(screen.getByText("comment: second")).toBeDefined();
  fireEvent.click((await row("comment: second")).getByRole("button", { name: /^Delete/ }));
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByText("comment: second")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Delete all…" }));
  const all = within(await screen.findByRole("alertdialog", { name: "Delete the work on 2 records?" }));
  fireEvent.click(all.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Nothing of yours waits in this browser.")).toBeDefined();
  await drafts.flush();
  expect((await browser.kept.all("u1")).size).toBe(0);
});

test("AUT-32 everything can be taken away as a JSON file", async () => {
  const { drafts, show } = await open();
  drafts.change("d1", "r1", typed("first"));
  let file: Blob | null = null;
  const made = vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    file = blob as Blob;
    return "blob:1";
  });
  const revoked = vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => undefined);
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    expect(this.download).toBe("postil-work-mara.lind.json");
  });
  show();
  fireEvent.click(await screen.findByRole("button", { name: "Download all as JSON" }));
  expect(click).toHaveBeenCalledOnce();
  expect(JSON.parse(await (file as unknown as Blob).text())).toMatchObject({
    username: "mara.lind",
    records: [{ dataset_id: "d1", record_id: "r1", undelivered: null, typed: { comment: { value: "first" } } }],
  });
  expect(revoked).toHaveBeenCalledWith("blob:1");
  for (const spy of [made, revoked, click]) spy.mockRestore();
});

test("AUT-32 what is typed in another tab meanwhile is in the list, and goes from it once it is saved there", async () => {
  (await open()).show();
  await screen.findByText("Nothing of yours waits in this browser.");
  // Simulates the storage event of another tab's change.
  const inOtherTab = (forms: object | null) => {
    keepForms("u1", "archive/letters", forms);
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "postil:forms:u1:archive/letters" })));
  };
  inOtherTab({ typed: "Half a la" });
  expect(screen.getByText("Half a la")).toBeDefined();
  inOtherTab(null);
  expect(screen.getByText("Nothing of yours waits in this browser.")).toBeDefined();
});
