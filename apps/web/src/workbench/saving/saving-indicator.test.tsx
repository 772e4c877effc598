import { act, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { AroundPage, openTab } from "../../lib/drafts/tab.fixture.tsx";
import { createServer, quiet, submission } from "../../lib/outbox/browser.fixture.ts";
import { clearToasts, getToasts } from "../../lib/toasts/store.ts";
import { bulkSaving } from "./bulk-saving.ts";
import { SavingIndicator } from "./saving-indicator.tsx";
import { useFailureToasts } from "./tell-changed.ts";

beforeEach(async () => {
  clearToasts();
  await waitFor(() => expect(getToasts()).toEqual([]));
});

const pause = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)));

async function show(pending: string | null = null) {
  const server = createServer();
  const tab = openTab(server.api);
  const onGoToRecord = vi.fn();
  function Header() {
    useFailureToasts(onGoToRecord);
    return <SavingIndicator datasetId="d1" onGoToRecord={onGoToRecord} pending={pending} />;
  }
  render(
    <AroundPage tab={tab}>
      <Header />
    </AroundPage>,
  );
  await act(quiet);
  return { server, ...tab, onGoToRecord };
}
const says = () => screen.getByRole("status").textContent;

test("ERR-11 the indicator says what is saved, what is on its way and what was given up", async () => {
  const { server, outbox } = await show();
  expect(says()).toBe("All changes saved");
  const answer = server.hold();
  act(() => {
    outbox.want(submission("r1"));
    outbox.want(submission("r2"));
  });
  await pause(300);
  expect(says()).toBe("Saving 2…");
  screen.getByRole("button", { name: "Saving 2…" });
  server.failNext(422);
  answer();
  await act(quiet);
  expect(says()).toBe("1 not saved. Retry");
});

test("FRS-14 what cannot be sent because the server is not reached waits, and says so at once", async () => {
  const { browser, outbox } = await show();
  act(() => browser.connect(false));
  act(() => {
    outbox.want(submission("r1"));
    outbox.want(submission("r2"));
  });
  expect(says()).toBe("2 waiting");
  act(() => browser.connect(true));
  await act(quiet);
  expect(says()).toBe("All changes saved");
});

test("FRS-21 what cannot be saved in its dataset now waits and says so, and another dataset is saved at once", async () => {
  const { server, browser, outbox } = await show();
  server.putOff("d1");
  act(() => {
    outbox.want(submission("r1"));
    outbox.want(submission("r2"));
    outbox.want({ ...submission("s1"), datasetId: "d2" });
  });
  await act(quiet);
  expect(server.calls).toEqual(["create s1 submitted"]);
  expect(says()).toBe("2 waiting");
  act(() => screen.getByRole("button", { name: "2 waiting" }).click());
  const [row] = await screen.findAllByRole("listitem");
  expect(row?.textContent).toContain(
    "The server cannot save answers to this dataset now. It is asked again by itself.",
  );
  server.putOff();
  await act(() => browser.pass(2000));
  await act(() => browser.pass(2000));
  expect(screen.getByRole("status", { hidden: true }).textContent).toBe("All changes saved");
  expect(server.calls).toEqual(["create s1 submitted", "create r1 submitted", "create r2 submitted"]);
});

/** All texts of the indicator from now on. */
function listen(): string[] {
  const heard: string[] = [];
  const region = screen.getByRole("status");
  new MutationObserver(() => heard.push(says() ?? "")).observe(region, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  return heard;
}

test("a save that is quick is not worth a word, and one that is not gets it", async () => {
  const { server, outbox } = await show();
  const heard = listen();
  const quick = server.hold();
  act(() => outbox.want(submission("r1")));
  await pause(100);
  quick();
  await pause(300);
  expect(server.statusOf("r1")).toBe("submitted");
  expect(heard).toEqual([]);
  const slow = server.hold();
  act(() => outbox.want(submission("r2")));
  await pause(300);
  slow();
  await act(quiet);
  expect(heard).toEqual(["Saving 1…", "All changes saved"]);
});

test("ERR-11 what is typed and not sent is not called saved, and is listed with the way to it", async () => {
  const { outbox, drafts, onGoToRecord } = await show();
  act(() => drafts.change("d1", "r1", { comment: { value: "half a sen", untouched: [] } }));
  await pause(300);
  act(() => screen.getByRole("button", { name: "1 saved on this device only" }).click());
  const row = await screen.findByRole("listitem");
  expect(row.textContent).toContain("comment: half a sen");
  act(() => within(row).getByRole("button", { name: "Go to record" }).click());
  expect(onGoToRecord).toHaveBeenCalledWith(expect.objectContaining({ datasetId: "d1", recordId: "r1" }));
  const values = { comment: { value: "half a sen" } };
  act(() => outbox.want({ ...submission("r1"), intent: { kind: "save", status: "submitted", values } }));
  await act(quiet);
  expect(screen.getByRole("button", { name: "All changes saved" })).toBeDefined();
});

const JSON_TYPE = { headers: { "Content-Type": "application/json" } };
/** An existing task record as the server returns it, with only the required members. */
const LETTER = {
  id: "t1",
  text: "Edgar Pryce left Port Chalmers.",
  tokens: ["Edgar", "Pryce", "left", "Port", "Chalmers", "."],
  status: "Default",
  metadata: {},
  metrics: {},
};
const serve = () =>
  vi.stubGlobal("fetch", async (url: string | URL | Request) => {
    const there = String(url instanceof Request ? url.url : url).includes("/letters/records/t1");
    return new Response(JSON.stringify(there ? LETTER : { detail: "not there" }), {
      status: there ? 200 : 404,
      ...JSON_TYPE,
    });
  });

test("ERR-11 what is kept is told by dataset, the record's beginning and the words of its spans, and deleted where its dataset is gone", async () => {
  serve();
  const { drafts } = await show();
  const entities = [{ start: 0, end: 11, label: "Person" }];
  const typed = { annotation: { value: { entities }, untouched: [] } };
  act(() => {
    drafts.change("city/letters", "city/letters/TokenClassification/=t1", typed);
    drafts.change("city/gone", "city/gone/TokenClassification/=t9", typed);
  });
  await pause(300);
  act(() => screen.getByRole("button", { name: "2 in other datasets saved on this device only" }).click());
  await screen.findByText("Edgar Pryce left Port Chalmers.");
  const [first, second] = screen.getAllByRole("listitem");
  expect(first?.textContent).toContain("city/letters");
  expect(first?.textContent).toContain("annotation: Edgar Pryce (Person)");
  expect(second?.textContent).toContain("city/gone");
  act(() =>
    within(second ?? document.body)
      .getByRole("button", { name: "Delete" })
      .click(),
  );
  expect(drafts.list()).toHaveLength(1);
  act(() => drafts.change("d1", "r1", { comment: { value: "half a sen", untouched: [] } }));
  expect(
    screen.getByRole("button", { name: "1 here, 1 in other datasets saved on this device only", hidden: true }),
  ).toBeDefined();
  act(() => getToasts().at(-1)?.actions[0]?.run());
  expect(drafts.list()).toHaveLength(3);
  vi.unstubAllGlobals();
});

test("FRS-14 a save that was given up is counted once, though its answers are kept", async () => {
  const { server, outbox, drafts } = await show();
  server.failNext(422);
  act(() => outbox.want(submission("r1")));
  await act(quiet);
  expect(drafts.list()).toHaveLength(1);
  expect(says()).toBe("1 not saved. Retry");
  act(() => outbox.retry("r1"));
  await pause(300);
  expect(says()).toBe("All changes saved");
});

test("FRS-14 the list of what is not saved says why and offers a retry, the record, and to let go", async () => {
  const { server, outbox, onGoToRecord } = await show();
  server.failNext(422, 422);
  act(() => {
    outbox.want({ ...submission("r1"), position: 11 });
    outbox.want({ ...submission("r2"), position: 12 });
  });
  await act(quiet);
  act(() => screen.getByRole("button", { name: "2 not saved. Retry" }).click());
  const rows = await screen.findAllByRole("listitem");
  expect(rows[0]?.textContent).toContain("record 11");
  expect(rows[0]?.textContent).toContain("Submitted");
  expect(rows[0]?.textContent).toContain("fault 422");
  const press = (row: HTMLElement | undefined, name: string) =>
    act(() =>
      within(row ?? document.body)
        .getByRole("button", { name })
        .click(),
    );
  press(rows[1], "Delete");
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  press(rows[0], "Retry");
  await act(quiet);
  expect(server.statusOf("r1")).toBe("submitted");
  screen.getByText("All your answers are saved.");
  expect(onGoToRecord).not.toHaveBeenCalled();
});

test("FRS-14 an answer to a record that is gone is told of without ids, in a toast that goes by itself", async () => {
  const { server, outbox } = await show();
  server.failNext(404);
  act(() => outbox.want({ ...submission("r1"), position: 9 }));
  await act(quiet);
  const [toast] = getToasts();
  expect(toast).toMatchObject({ type: "error", permanent: false, keep: false, message: "Could not save record 9" });
  expect(toast?.detail).toBe(
    "The record is not there any more, or you have no access to it.\nYour answers are saved on this device only.",
  );
});

test("FRS-14 one error toast stays for a failed save, offers a retry and the record, and goes when it is retried", async () => {
  const { server, outbox, onGoToRecord } = await show();
  server.failNext(422);
  act(() => outbox.want({ ...submission("r1"), position: 9 }));
  await act(quiet);
  const [toast] = getToasts();
  expect(toast).toMatchObject({
    type: "error",
    position: "bottom-left",
    permanent: true,
    message: "Could not save record 9",
    detail: "fault 422\nYour answers are saved on this device only.",
  });
  expect(toast?.actions.map((action) => action.label)).toEqual(["Retry", "Go to record"]);
  toast?.actions[1]?.run();
  expect(onGoToRecord).toHaveBeenCalledWith(expect.objectContaining({ recordId: "r1" }));
  act(() => toast?.actions[0]?.run());
  await act(quiet);
  expect(getToasts().filter((one) => one.phase !== "closing")).toEqual([]);
  expect(server.statusOf("r1")).toBe("submitted");
});

test("ERR-11 what the page itself keeps and has not sent is said, in the list too", async () => {
  await show("Rule saved on this device only");
  expect(says()).toBe("Rule saved on this device only");
  act(() => screen.getByRole("button", { name: "Rule saved on this device only" }).click());
  const list = within(await screen.findByRole("dialog", { name: "Not saved yet" }));
  expect(list.getByText("Rule saved on this device only")).toBeDefined();
  expect(list.queryByText("All your answers are saved.")).toBeNull();
});

test("AUT-11 ERR-11 a bulk form of the dataset that is kept is said, and of another one is not", async () => {
  await show();
  act(() => bulkSaving.keep((datasetId) => (datasetId === "another" ? "Bulk form saved on this device only" : null)));
  expect(says()).toBe("All changes saved");
  act(() => bulkSaving.keep(() => "Bulk form saved on this device only"));
  expect(says()).toBe("Bulk form saved on this device only");
  act(() => bulkSaving.keep(() => null));
  expect(says()).toBe("All changes saved");
});
