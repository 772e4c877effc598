import { perform } from "@postil/domain/outbox/undo";
import type { KnownResponse, OwnResponse } from "@postil/domain/records/labeled-record";
import { FIRST_ADDRESS } from "@postil/domain/search/record-criteria";
import { expect, test } from "vitest";
import { useDrafts } from "../../../lib/drafts/use-drafts.ts";
import { actionSession } from "../../../workbench/saving/action-session.ts";
import { createPage, renderOn } from "./page.fixture.tsx";
import { knowsAll, plainQueue } from "./testing.ts";
import { useRecordQueue } from "./use-record-queue.ts";
import { useResponseActions } from "./use-response-actions.ts";

const values = { topic: { value: "news" } };
const typed = { topic: { value: "news", untouched: [] }, comment: { value: "half a sen", untouched: [] } };

/** The values that a form with the text `typed` sends. */
const said = { ...values, comment: { value: "half a sen" } };

async function openPage(count = 5, autoAdvance = true) {
  const page = createPage(count);
  const rendered = await renderOn(page, () => {
    const drafts = useDrafts("d1");
    const queue = useRecordQueue({ datasetId: "d1", first: FIRST_ADDRESS, api: page.server.records, known: knowsAll });
    const reopen = () => undefined;
    return { queue, actions: useResponseActions({ datasetId: "d1", queue, drafts, autoAdvance, reopen }) };
  });
  return {
    ...page,
    ...rendered,
    queue: () => rendered.result.current.queue,
    actions: () => rendered.result.current.actions,
    on: () => rendered.result.current.queue.current?.record.id,
  };
}

test("FRS-13 API-07 submit shows the next record at once, with the server still silent", async () => {
  const { actions, queue, on, now, rest, server } = await openPage();
  const answer = server.hold();
  now(() => actions().submit(values));
  expect(on()).toBe("r2");
  expect(queue().left).toBe(4);
  now(() => queue().previous());
  expect(queue().current).toMatchObject({ status: "submitted", saved: "saving", response: { values } });
  answer();
  await rest();
  expect(queue().current).toMatchObject({ status: "submitted", saved: "saved", response: { id: "a1" } });
  expect(server.responses.get("r1")?.values).toEqual(values);
});

test("FRS-13 discard goes on to the next record, save draft and clear stay", async () => {
  const { actions, queue, on, now, rest, server } = await openPage();
  now(() => actions().discard({}));
  expect(on()).toBe("r2");
  now(() => actions().saveDraft(values));
  expect(on()).toBe("r2");
  expect(queue().current?.status).toBe("draft");
  await rest();
  now(() => actions().clear());
  expect(on()).toBe("r2");
  expect(queue().current).toMatchObject({ status: "pending", response: null });
  await rest();
  expect(server.calls).toEqual(["create r1 discarded", "create r2 draft", "remove a2"]);
});

test("FRS-13 with the preference off submit stays on the record", async () => {
  const { actions, queue, on, now } = await openPage(5, false);
  now(() => actions().submit(values));
  expect(on()).toBe("r1");
  expect(queue().current?.status).toBe("submitted");
});

test("FRS-02 submitting a record that has a response updates it", async () => {
  const { actions, queue, now, rest, server } = await openPage();
  now(() => actions().saveDraft(values));
  await rest();
  now(() => actions().submit(values));
  await rest();
  now(() => queue().previous());
  expect(server.calls).toEqual(["create r1 draft", "update a1 submitted"]);
});

test("FRS-09 FAN-19 clearing a record without a response requests nothing and drops what was typed", async () => {
  const { actions, drafts, now, rest, server } = await openPage();
  now(() => drafts.change("d1", "r1", typed));
  now(() => actions().clear());
  await rest();
  expect(server.calls).toEqual([]);
  expect(drafts.get("r1")).toBeUndefined();
  now(() => actions().undo());
  expect(drafts.get("r1")?.answers).toEqual(typed);
});

test("FRS-09 undo brings back record, status and what was typed; the response that was created is deleted", async () => {
  const { actions, queue, on, now, rest, server, drafts } = await openPage();
  now(() => drafts.change("d1", "r1", typed));
  now(() => actions().submit(said));
  expect(drafts.get("r1")).toBeUndefined();
  await rest();
  expect(actions()).toMatchObject({
    canUndo: true,
    canRedo: false,
    message: { kind: "submitted", position: 1, recordId: "r1", undone: false },
  });

  now(() => expect(actions().undo()).toBe(true));
  expect(on()).toBe("r1");
  expect(queue().current).toMatchObject({ status: "pending", response: null });
  expect(queue().left).toBe(5);
  expect(drafts.get("r1")?.answers).toEqual(typed);
  expect(actions()).toMatchObject({ canUndo: false, canRedo: true, message: { undone: true } });
  await rest();
  expect(server.statusOf("r1")).toBe("pending");
  expect(drafts.get("r1")?.answers).toEqual(typed);

  now(() => expect(actions().redo()).toBe(true));
  expect(on()).toBe("r2");
  await rest();
  expect(server.calls).toEqual(["create r1 submitted", "remove a1", "create r1 submitted"]);
  expect(actions().canRedo).toBe(false);
});

test("FAN-28 changes of the form are taken back and done once more before actions; a new one, or leaving, ends what it stood upon", async () => {
  const { actions, now, rest } = await openPage();
  const done: string[] = [];
  const step = (text: string) => ({
    text,
    undo: () => void done.push(`-${text}`),
    redo: () => void done.push(`+${text}`),
  });
  now(() => actions().submit(values));
  await rest();
  now(() => actions().tellStep(step("one")));
  now(() => actions().tellStep(step("two")));
  expect(actions()).toMatchObject({ change: { text: "two", undone: false }, canRedo: false });
  now(() => expect(actions().undoChange()).toBe(true));
  expect(actions()).toMatchObject({ change: { text: "one", undone: false }, canUndo: true, canRedo: true });
  now(() => expect(actions().undoChange()).toBe(true));
  expect(actions().change).toEqual({ text: "one", undone: true });
  now(() => expect(actions().undoChange()).toBe(false));
  now(() => expect(actions().redoChange()).toBe(true));
  expect(done).toEqual(["-two", "-one", "+one"]);
  now(() => actions().tellStep(step("three")));
  expect(actions().canRedo).toBe(false);
  now(() => expect(actions().redoChange()).toBe(true));
  expect(done).toHaveLength(3);
  // An undo of an action on records would overwrite a form that was changed since.
  now(() => actions().undo());
  expect(actions()).toMatchObject({ change: null, canRedo: true });
  now(() => actions().tellStep(step("four")));
  expect(actions().canRedo).toBe(false);
  now(() => actions().tellStep(null));
  now(() => expect(actions().redoChange()).toBe(false));
  expect(actions()).toMatchObject({ change: null, canRedo: true });
});

const later = { topic: { value: "sport", untouched: [] }, comment: { value: "second thoughts", untouched: [] } };

test("FRS-20 undo of Clear brings back what was typed before it, redo what was answered since, and undo again what was changed between", async () => {
  const { actions, drafts, now, rest, server } = await openPage();
  now(() => drafts.change("d1", "r1", typed));
  now(() => actions().clear());
  now(() => drafts.change("d1", "r1", later));
  now(() => actions().undo());
  expect(drafts.get("r1")?.answers).toEqual(typed);
  const longer = { ...typed, comment: { value: "half a sentence", untouched: [] } };
  now(() => drafts.change("d1", "r1", longer));
  now(() => actions().redo());
  expect(drafts.get("r1")?.answers).toEqual(later);
  now(() => actions().undo());
  expect(drafts.get("r1")?.answers).toEqual(longer);
  await rest();
  expect(server.calls).toEqual([]);
});

test("FRS-20 undo of a saved draft takes it from the server, and redo brings back what was written after it too", async () => {
  const { actions, queue, drafts, now, rest, server } = await openPage();
  now(() => drafts.change("d1", "r1", typed));
  now(() => actions().saveDraft(said));
  await rest();
  const partTwo = { comment: { value: "half a sentence, part two", untouched: [] } };
  now(() => drafts.change("d1", "r1", partTwo));
  now(() => actions().undo());
  await rest();
  expect(server.statusOf("r1")).toBe("pending");
  expect(drafts.get("r1")?.answers).toEqual(typed);
  now(() => actions().redo());
  await rest();
  expect(queue().current).toMatchObject({ status: "draft", response: { values: said } });
  expect(drafts.get("r1")?.answers).toEqual(partTwo);
});

test("FRS-20 undo of Clear on a saved draft brings back the draft alone, and redo what was typed since", async () => {
  const { actions, queue, drafts, now, rest, server } = await openPage();
  now(() => drafts.change("d1", "r1", typed));
  now(() => actions().saveDraft(said));
  await rest();
  now(() => actions().clear());
  await rest();
  now(() => drafts.change("d1", "r1", later));
  now(() => actions().undo());
  await rest();
  expect(queue().current).toMatchObject({ status: "draft", response: { values: said } });
  expect(drafts.get("r1")).toBeUndefined();
  expect(server.statusOf("r1")).toBe("draft");
  now(() => actions().redo());
  await rest();
  expect(server.statusOf("r1")).toBe("pending");
  expect(drafts.get("r1")?.answers).toEqual(later);
});

test("FRS-20 changes of the form that were undone before the action are in what redo brings back", async () => {
  const { actions, drafts, now } = await openPage();
  now(() => actions().clear());
  const bring = (answers: typeof later | null) => () => drafts.change("d1", "r1", answers);
  now(bring(later));
  now(() => actions().tellStep({ text: "topic", undo: bring(null), redo: bring(later) }));
  now(() => actions().undoChange());
  now(() => actions().undo());
  expect(drafts.get("r1")).toBeUndefined();
  now(() => actions().redo());
  expect(drafts.get("r1")?.answers).toEqual(later);
});

test("FRS-20 what was typed after a refused submit comes back with redo, also what of it was taken back: it is offered, or in the form if redo is refused too", async () => {
  const { actions, queue, drafts, now, rest, server } = await openPage();
  now(() => drafts.change("d1", "r1", typed));
  server.failNext(422);
  now(() => actions().submit(said));
  await rest();
  now(() => queue().previous());
  const bring = (answers: typeof later) => () => drafts.change("d1", "r1", answers);
  now(bring(later));
  now(() => actions().tellStep({ text: "topic", undo: bring(typed), redo: bring(later) }));
  now(() => actions().undoChange());
  now(() => actions().undo());
  expect(drafts.get("r1")?.answers).toEqual(typed);
  server.failNext(422);
  now(() => actions().redo());
  await rest();
  now(() => queue().previous());
  expect(queue().current).toMatchObject({ status: "pending", saved: "failed" });
  expect(drafts.get("r1")?.answers).toEqual(later);
  now(() => actions().undo());
  expect(drafts.get("r1")?.answers).toEqual(typed);
  now(() => actions().redo());
  await rest();
  now(() => queue().previous());
  expect(queue().current).toMatchObject({ status: "submitted", saved: "saved", response: { values: said } });
  expect(drafts.get("r1")?.answers).toEqual(later);
});

test("FAN-42 what is written in one text is one step, until another answer is changed", async () => {
  const { actions, now } = await openPage();
  const done: string[] = [];
  const step = (text: string, writes?: string) => ({
    ...{ text, undo: () => void done.push(`-${text}`), redo: () => void done.push(`+${text}`) },
    ...(writes !== undefined && { writes }),
  });
  for (const letters of ["a", "ab", "abc"]) now(() => actions().tellStep(step(letters, "comment")));
  now(() => actions().tellStep(step("topic")));
  now(() => actions().tellStep(step("abcd", "comment")));
  for (let count = 0; count < 3; count++) now(() => expect(actions().undoChange()).toBe(true));
  now(() => expect(actions().undoChange()).toBe(false));
  now(() => actions().redoChange());
  expect(done).toEqual(["-abcd", "-topic", "-a", "+abc"]);
});

test("FQU-26 taking back a change of an answered record keeps nothing of it: redo is the way to it", async () => {
  const { actions, queue, now, rest, drafts } = await openPage();
  now(() => actions().submit(values));
  await rest();
  now(() => queue().previous());
  now(() => drafts.change("d1", "r1", typed));
  now(() => actions().submit(said));
  expect(drafts.get("r1")).toBeUndefined();
  now(() => actions().undo());
  await rest();
  expect(queue().current).toMatchObject({ record: { id: "r1" }, status: "submitted", response: { values } });
  expect(drafts.get("r1")).toBeUndefined();
});

test("FRS-04 undo restores the earlier status and values of a response that was changed", async () => {
  const { actions, queue, now, rest, server } = await openPage();
  now(() => actions().saveDraft(values));
  await rest();
  now(() => actions().discard({ topic: { value: "sport" } }));
  await rest();
  expect(server.statusOf("r1")).toBe("discarded");
  now(() => actions().undo());
  expect(queue().current).toMatchObject({ record: { id: "r1" }, status: "draft", response: { values } });
  await rest();
  expect(server.responses.get("r1")).toMatchObject({ id: "a1", status: "draft", values });
});

test("FRS-02 an action undone before it was sent never reaches the server", async () => {
  const { actions, browser, on, now, rest, server } = await openPage();
  now(() => browser.connect(false));
  now(() => actions().submit(values));
  now(() => actions().discard({}));
  now(() => actions().undo());
  now(() => actions().undo());
  expect(on()).toBe("r1");
  now(() => expect(actions().undo()).toBe(false));
  now(() => browser.connect(true));
  await rest();
  expect(server.calls).toEqual([]);
});

test("FRS-14 a save that fails for good gives the record back its status and keeps what was answered", async () => {
  const { actions, queue, outbox, drafts, now, rest, server } = await openPage();
  server.failNext(422);
  now(() => actions().submit(values));
  await rest();
  now(() => queue().previous());
  expect(queue().current).toMatchObject({ status: "pending", saved: "failed", response: null });
  expect(drafts.get("r1")?.answers).toEqual({ topic: { value: "news", untouched: [] } });
  now(() => outbox.retry("r1"));
  expect(queue().current).toMatchObject({ status: "submitted", saved: "saving" });
  await rest();
  expect(queue().current?.saved).toBe("saved");
  expect(server.statusOf("r1")).toBe("submitted");
});

test("FRS-09 an action is undone on a record that is not in the queue any more", async () => {
  const { actions, on, now, rest, queue, server } = await openPage();
  now(() => actions().submit(values));
  await rest();
  now(() => void queue().show(plainQueue("draft")));
  await rest();
  expect(queue().phase).toBe("empty");
  now(() => actions().undo());
  await rest();
  expect(on()).toBe("r1");
  expect(queue().current).toMatchObject({ position: null, status: "pending" });
  expect(server.statusOf("r1")).toBe("pending");
});

test("FRS-13 a record that is skipped comes back after the others, and the foot says so", async () => {
  const { actions, queue, now, rest } = await openPage(3);
  const first = queue().current?.record.id;
  now(() => actions().skip());
  expect(queue().current?.record.id).not.toBe(first);
  expect(actions().message).toMatchObject({ kind: "skipped", position: 1, recordId: first });
  expect(actions().canUndo).toBe(false);
  now(() => actions().submit(values));
  now(() => actions().submit(values));
  await rest();
  expect(queue().current?.record.id).toBe(first);
});

test("FRS-13 going on from a record that is answered is no skipping", async () => {
  const { actions, now } = await openPage(3, false);
  now(() => actions().submit(values));
  now(() => actions().skip());
  expect(actions().message?.kind).toBe("submitted");
});

test("FRS-09 FBU-10 a bulk action is undone and redone as one: created responses go, changed ones are restored, none is opened", async () => {
  const { actions, on, now, rest, server, outbox } = await openPage();
  now(() => actions().saveDraft(values));
  await rest();
  const before: OwnResponse = { id: "a1", status: "draft", values, updatedAt: 1 };
  const answer = { status: "submitted", values: { topic: { value: "sport" } } } as const;
  const note = { datasetId: "d1", shownFor: null };
  await server.api.upsert(
    ["r1", "r2"].map((recordId) => ({ recordId, answer, seen: undefined })),
    note,
  );
  const changes = ["r1", "r2"].map((recordId) => ({
    recordId,
    before: recordId === "r1" ? before : null,
    after: { ...answer, ...idAndTime(server.responses.get(recordId)) },
    typed: null,
  }));
  const session = actionSession(outbox, "d1");
  const done = { kind: "submitted", position: null, changes } as const;
  now(() => {
    const about = { datasetId: "d1", before: "pending", wantedAt: 1 } as const;
    outbox.announceBulk(changes.map(({ recordId, after }) => ({ ...about, recordId, response: after })));
    session.set(perform(session.state().history, done), done, false);
  });
  const shown = on();
  now(() => actions().undo());
  await rest();
  expect([server.statusOf("r1"), server.statusOf("r2")]).toEqual(["draft", "pending"]);
  expect(server.responses.get("r1")?.values).toEqual(values);
  expect(actions().message).toMatchObject({ count: 2, undone: true });
  now(() => actions().redo());
  await rest();
  expect([server.statusOf("r1"), server.statusOf("r2")]).toEqual(["submitted", "submitted"]);
  expect(on()).toBe(shown);
});

function idAndTime(response: KnownResponse | undefined) {
  return { id: response?.id ?? "", updatedAt: response?.updatedAt ?? null };
}
