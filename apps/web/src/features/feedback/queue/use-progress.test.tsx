import { act, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { submission } from "../../../lib/outbox/browser.fixture.ts";
import { createPage, renderOn } from "./page.fixture.tsx";
import { useProgress } from "./progress.tsx";

/** A server with ten records that counts the responses. `reads`: the number of requests to it. */
async function show() {
  const page = createPage(10);
  const metrics = { reads: 0, down: false };
  vi.stubGlobal("fetch", async (address: string) => {
    expect(address).toBe("/api/v1/me/datasets/d1/metrics");
    metrics.reads += 1;
    if (metrics.down) throw new TypeError("no network");
    const count = (status: string) => page.server.ids.filter((id) => page.server.statusOf(id) === status).length;
    const responses = {
      count: page.server.responses.size,
      submitted: count("submitted"),
      discarded: count("discarded"),
      draft: count("draft"),
    };
    return new Response(JSON.stringify({ records: { count: 10 }, responses }));
  });
  const rendered = await renderOn(page, () => useProgress("d1"));
  return { ...page, ...rendered, metrics, figures: () => rendered.result.current };
}

test("FPR-01 FPR-05 FRS-07 progress moves with an answer at once and is loaded anew when the server has it", async () => {
  const { figures, metrics, outbox, server, now, rest } = await show();
  expect(figures()).toMatchObject({ total: 10, submitted: 0, pending: 10 });
  const answer = server.hold();
  now(() => outbox.want(submission("r1")));
  expect(figures()).toMatchObject({ submitted: 1, pending: 9, progress: 0.1 });
  expect(metrics.reads).toBe(1);
  answer();
  await rest();
  expect(figures()).toMatchObject({ submitted: 1 });
  // Another browser answered this record meanwhile: only the server knows.
  server.responses.set("r7", { ...server.responses.get("r1"), id: "a7", recordId: "r7" } as never);
  await act(() => waitFor(() => expect(metrics.reads).toBe(2)));
  await rest();
  expect(figures()).toMatchObject({ submitted: 2, pending: 8 });
});

test("FPR-02 FPR-03 a failure is swallowed and the figures stay", async () => {
  const { figures, metrics, outbox, now, rest } = await show();
  metrics.down = true;
  now(() => outbox.want(submission("r1")));
  await rest();
  await act(() => waitFor(() => expect(metrics.reads).toBe(2)));
  await rest();
  expect(figures()).toMatchObject({ total: 10, submitted: 1, pending: 9 });
});

test("FPR-05 an answer that was given up does not count", async () => {
  const { figures, outbox, server, now, rest } = await show();
  server.failNext(422);
  now(() => outbox.want(submission("r1")));
  expect(figures()?.submitted).toBe(1);
  await rest();
  expect(figures()?.submitted).toBe(0);
});
