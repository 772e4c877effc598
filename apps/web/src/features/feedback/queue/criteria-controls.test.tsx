import { FIRST_ADDRESS } from "@postil/domain/search/record-criteria";
import { expect, test } from "vitest";
import { useCriteriaControls } from "./criteria-controls.ts";
import { createPage, renderOn } from "./page.fixture.tsx";
import { knowsAll } from "./testing.ts";
import { useRecordQueue } from "./use-record-queue.ts";

const similarity = { recordId: "r9", vector: "text", order: "most", limit: 50 } as const;

async function openControls(first = FIRST_ADDRESS, count = 20) {
  const page = createPage(count);
  const rendered = await renderOn(page, () => {
    const queue = useRecordQueue({ datasetId: "d1", first, api: page.server.records, known: knowsAll });
    return { queue, controls: useCriteriaControls(queue, (go) => go()) };
  });
  return {
    ...page,
    ...rendered,
    queue: () => rendered.result.current.queue,
    controls: () => rendered.result.current.controls,
  };
}

test("FFI-25 a change goes to page 1; the end of similarity brings back criteria and page", async () => {
  const { queue, controls, now, rest } = await openControls({ ...FIRST_ADDRESS, page: 4 });
  now(() => controls().change((criteria) => ({ ...criteria, text: { q: "train", field: null } })));
  expect(controls()).toMatchObject({ criteria: { text: { q: "train" } }, committed: { text: null }, loading: true });
  await rest();
  expect(queue().page).toBe(1);
  now(() => queue().next());
  now(() => controls().findSimilar(similarity));
  await rest();
  now(() => controls().findSimilar({ ...similarity, order: "least" }));
  await rest();
  expect(controls().committed).toMatchObject({ similarity: { order: "least" }, text: { q: "train" } });
  now(() => controls().endSimilarity());
  await rest();
  expect(controls().committed).toMatchObject({ similarity: null, text: { q: "train" } });
  expect(queue().page).toBe(2);
});

test("FFI-25 the end of similarity brings back a record that was opened by its link", async () => {
  const { queue, controls, now, rest } = await openControls(FIRST_ADDRESS, 80);
  now(() => void queue().open("r75"));
  await rest();
  expect(queue().current).toMatchObject({ record: { id: "r75" }, position: null });
  now(() => controls().findSimilar({ ...similarity, recordId: "r75" }));
  await rest();
  expect(queue().current?.position).toBe(1);
  now(() => controls().endSimilarity());
  await rest();
  expect(queue()).toMatchObject({ current: { record: { id: "r75" }, position: null }, recordId: "r75" });
});

test("FFI-25 what stood before a similarity search that failed is forgotten with it", async () => {
  const { server, queue, controls, now, rest } = await openControls({ ...FIRST_ADDRESS, page: 7 });
  server.failReads(1, 422);
  now(() => controls().findSimilar(similarity));
  await rest();
  expect(controls().criteria.similarity).toBeNull();
  now(
    () => void queue().show({ ...queue().committed, criteria: { ...queue().committed.criteria, similarity }, page: 1 }),
  );
  await rest();
  now(() => controls().endSimilarity());
  await rest();
  expect(queue().page).toBe(1);
});

test("FQU-25 what could not be loaded can be asked for again, while the earlier records stay", async () => {
  const { server, controls, now, rest } = await openControls();
  server.failReads(1, 500);
  now(() => controls().change((criteria) => ({ ...criteria, text: { q: "train", field: null } })));
  expect(controls().retry).toBeNull();
  await rest();
  expect(controls()).toMatchObject({ criteria: { text: null }, committed: { text: null } });
  now(() => controls().retry?.());
  await rest();
  expect(controls()).toMatchObject({ committed: { text: { q: "train" } }, retry: null });
});
