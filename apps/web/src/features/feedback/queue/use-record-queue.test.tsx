import { FIRST_ADDRESS } from "@postil/domain/search/record-criteria";
import { expect, test, vi } from "vitest";
import { createPage, renderOn } from "./page.fixture.tsx";
import { knowsAll, plainQueue } from "./testing.ts";
import { useRecordQueue } from "./use-record-queue.ts";

async function show(count = 12) {
  const page = createPage(count);
  const tell = { onEnd: vi.fn(), onMissing: vi.fn() };
  const rendered = await renderOn(page, () =>
    useRecordQueue({ datasetId: "d1", first: FIRST_ADDRESS, api: page.server.records, known: knowsAll, ...tell }),
  );
  return { ...page, ...rendered, ...tell, queue: () => rendered.result.current };
}

test("FQU-03 the queue is loaded with the page, and a move shows in the same render", async () => {
  const { queue, now, server } = await show();
  expect(queue()).toMatchObject({
    phase: "ready",
    left: 12,
    current: { record: { id: "r1" }, position: 1, saved: "saved" },
  });
  now(() => expect(queue().next()).toBe("moved"));
  expect(queue().current?.record.id).toBe("r2");
  expect(server.reads).toEqual(["pending 1+10", "pending 11+10 quietly"]);
});

test("FQU-16 FEN-32 the page is told of the end of the queue and of a record that is not there", async () => {
  const { queue, now, rest, onEnd, onMissing } = await show(1);
  now(() => queue().next());
  await rest();
  expect(onEnd).toHaveBeenCalledWith("pending");
  now(() => queue().open("gone"));
  await rest();
  expect(onMissing).toHaveBeenCalledTimes(1);
  expect(queue().current?.record.id).toBe("r1");
});

test("FQU-25 the records of another status show once they are here", async () => {
  const { queue, now, rest, server } = await show();
  now(() => void queue().show(plainQueue("draft")));
  expect(queue()).toMatchObject({ status: "pending", reloading: true, wanted: { criteria: { status: "draft" } } });
  await rest();
  expect(queue()).toMatchObject({ status: "draft", phase: "empty", reloading: false });
  expect(server.reads.at(-1)).toBe("draft 1+10");
});
