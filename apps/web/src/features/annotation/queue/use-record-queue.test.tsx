import { expect, test, vi } from "vitest";
import { createPage, type PageProps, renderOn } from "./page.fixture.tsx";
import { useRecordQueue } from "./use-record-queue.ts";

async function show(count = 12) {
  const page = createPage(count);
  const tell = { onEnd: vi.fn(), onMissing: vi.fn() };
  const rendered = await renderOn(page, ({ status, recordId }: PageProps) =>
    useRecordQueue({ datasetId: "d1", status, page: 1, recordId, api: page.server.records, ...tell }),
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
  expect(server.reads).toEqual(["pending 1+10"]);
});

test("FQU-16 FEN-32 the page is told of the end of the queue and of a record that is not there", async () => {
  const { queue, now, rest, rerender, onEnd, onMissing } = await show(1);
  now(() => queue().next());
  await rest();
  expect(onEnd).toHaveBeenCalledWith("pending");
  rerender({ status: "pending", recordId: "gone" });
  await rest();
  expect(onMissing).toHaveBeenCalledTimes(1);
  expect(queue().current?.record.id).toBe("r1");
});

test("FQU-25 another status in the address loads its records; a record in the address is opened", async () => {
  const { queue, rest, rerender, server } = await show();
  rerender({ status: "pending", recordId: "r7" });
  expect(queue().current?.record.id).toBe("r7");
  rerender({ status: "draft", recordId: null });
  expect(queue()).toMatchObject({ status: "pending", reloading: true });
  await rest();
  expect(queue()).toMatchObject({ status: "draft", phase: "empty", reloading: false });
  expect(server.reads.at(-1)).toBe("draft 1+10");
});
