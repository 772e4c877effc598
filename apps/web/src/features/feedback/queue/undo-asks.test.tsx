import type { AnswerDraft } from "@postil/domain/records/labeled-record";
import { FIRST_ADDRESS } from "@postil/domain/search/record-criteria";
import { waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { useDrafts } from "../../../lib/drafts/use-drafts.ts";
import { clearToasts, getToasts } from "../../../lib/toasts/store.ts";
import { createPage, renderOn } from "./page.fixture.tsx";
import { knowsAll } from "./testing.ts";
import { useRecordQueue } from "./use-record-queue.ts";
import { useResponseActions } from "./use-response-actions.ts";

/** Undo and redo of an action on a record that was changed in another tab meanwhile: the page asks first (FRS-17). */

beforeEach(async () => {
  clearToasts();
  await waitFor(() => expect(getToasts()).toEqual([]));
});

const typed = { topic: { value: "news", untouched: [] }, comment: { value: "half a sen", untouched: [] } };
const said = { topic: { value: "news" } };
const later = { topic: { value: "arts", untouched: [] } };

async function openPage() {
  const page = createPage(5);
  const reopened: string[] = [];
  const rendered = await renderOn(page, () => {
    const drafts = useDrafts("d1");
    const queue = useRecordQueue({ datasetId: "d1", first: FIRST_ADDRESS, api: page.server.records, known: knowsAll });
    const reopen = () => void reopened.push(queue.current?.record.id ?? "");
    return { queue, actions: useResponseActions({ datasetId: "d1", queue, drafts, autoAdvance: true, reopen }) };
  });
  const otherTab = page.browser.openTab();
  return {
    ...page,
    ...rendered,
    reopened,
    queue: () => rendered.result.current.queue,
    actions: () => rendered.result.current.actions,
    on: () => rendered.result.current.queue.current?.record.id,
    type: (answers: AnswerDraft | null) => rendered.now(() => page.drafts.change("d1", "r1", answers)),
    /** Another tab of the browser submits another answer to the first record. */
    elsewhere: async (topic: string) => {
      rendered.now(() =>
        otherTab.want({
          ...{ recordId: "r1", datasetId: "d1", position: null, shownFor: null },
          intent: { kind: "save", status: "submitted", values: { topic: { value: topic } } },
          base: page.server.responses.get("r1") ?? null,
        }),
      );
      await rendered.rest();
    },
    /** Chooses what the message asks for. */
    choose: async (label: string) => {
      await waitFor(() =>
        expect(getToasts().flatMap(({ actions }) => actions.map((one) => one.label))).toContain(label),
      );
      const [toast] = getToasts().filter(({ actions }) => actions.some((one) => one.label === label));
      rendered.now(() => toast?.actions.find((one) => one.label === label)?.run());
      await rendered.rest();
    },
  };
}

test("FRS-17 FRS-20 Undo anyway brings back the form as undo does, and redo what stood in it when that was chosen", async () => {
  const { actions, on, type, elsewhere, choose, rest, now, server, drafts, reopened } = await openPage();
  type(typed);
  now(() => actions().submit({ ...said, comment: { value: "half a sen" } }));
  await rest();
  await elsewhere("sport");
  now(() => actions().undo());
  expect(on()).toBe("r1");
  expect(server.responses.get("r1")?.values).toEqual({ topic: { value: "sport" } });
  type(later);
  await choose("Undo anyway");
  expect(server.statusOf("r1")).toBe("pending");
  expect(drafts.get("r1")?.answers).toEqual(typed);
  expect(reopened).toEqual(["r1"]);
  expect(actions()).toMatchObject({ canRedo: true, message: { kind: "submitted", position: 1, undone: true } });
  now(() => actions().redo());
  await rest();
  expect(server.responses.get("r1")?.values).toMatchObject(said);
  expect(drafts.get("r1")?.answers).toEqual(later);
});

test("FRS-17 FRS-20 Redo anyway brings back the form as redo does", async () => {
  const { actions, type, elsewhere, choose, rest, now, server, drafts } = await openPage();
  type(typed);
  now(() => actions().clear());
  type(later);
  now(() => actions().undo());
  await elsewhere("sport");
  type(typed);
  now(() => actions().redo());
  await rest();
  expect(server.statusOf("r1")).toBe("submitted");
  await choose("Redo anyway");
  expect(server.statusOf("r1")).toBe("pending");
  expect(drafts.get("r1")?.answers).toEqual(later);
});

test("FRS-17 an undo that only asks changes nothing: the form and its undone changes stay, and nothing is said to be undone", async () => {
  const { actions, type, elsewhere, choose, rest, now, on, drafts, reopened } = await openPage();
  now(() => actions().saveDraft(said));
  await rest();
  type(later);
  const done: string[] = [];
  now(() => actions().tellStep({ text: "topic", undo: () => done.push("-"), redo: () => done.push("+") }));
  now(() => actions().undoChange());
  type(null);
  await elsewhere("sport");
  now(() => expect(actions().undo()).toBe(false));
  expect([done, on(), drafts.get("r1")]).toEqual([["-"], "r1", undefined]);
  expect(actions()).toMatchObject({ change: { text: "topic", undone: true }, message: null });
  await choose("Leave it");
  now(() => expect(actions().redoChange()).toBe(true));
  expect([done, reopened]).toEqual([["-", "+"], []]);
});

test("FRS-17 a redo that only asks stays on its record", async () => {
  const { actions, on, elsewhere, rest, now } = await openPage();
  now(() => actions().submit(said));
  await rest();
  now(() => actions().undo());
  await rest();
  await elsewhere("sport");
  now(() => expect(actions().redo()).toBe(false));
  expect(on()).toBe("r1");
});
