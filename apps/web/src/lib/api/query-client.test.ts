import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connection } from "../connection/connection.ts";
import { ApiFailure } from "./failure.ts";
import { queryClient } from "./query-client.ts";

let serverRuns: boolean;

beforeEach(async () => {
  serverRuns = true;
  vi.stubGlobal("fetch", async () => {
    if (!serverRuns) throw new TypeError("Failed to fetch");
    return Response.json({});
  });
  await connection.check();
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

/** Something the page shows, which fails with these statuses and then is read. */
function show(name: string, ...statuses: readonly (number | null)[]) {
  const failures = [...statuses];
  const asked = vi.fn(async () => {
    const status = failures.shift();
    if (status !== undefined) throw new ApiFailure(status, null, "failed");
    return name;
  });
  const observer = new QueryObserver(queryClient, { queryKey: [name], queryFn: asked });
  const stop = observer.subscribe(() => undefined);
  return { asked, stop, state: () => observer.getCurrentResult() };
}

test("ERR-18 what could not be read is read when the server answers again", async () => {
  serverRuns = false;
  await connection.check();
  const progress = show("progress", null);
  await vi.waitFor(() => expect(progress.state().isError).toBe(true));
  serverRuns = true;
  await connection.check();
  await vi.waitFor(() => expect(progress.state().data).toBe("progress"));
  progress.stop();
});

test("ERR-18 it is read when the person comes back to the window, but not what is refused, is read or is not shown", async () => {
  const shown = show("metadata", 503, 500);
  const refused = show("refused", 404);
  const fine = show("fine");
  const left = show("left", 503);
  await vi.waitFor(() => expect([shown, refused, left].every(({ state }) => state().isError)).toBe(true));
  await vi.waitFor(() => expect(fine.state().data).toBe("fine"));
  left.stop();
  window.dispatchEvent(new Event("focus"));
  await vi.waitFor(() => expect(shown.asked).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(shown.state().fetchStatus).toBe("idle"));
  window.dispatchEvent(new Event("focus"));
  await vi.waitFor(() => expect(shown.state().data).toBe("metadata"));
  expect([refused, fine, left].map(({ asked }) => asked.mock.calls.length)).toEqual([1, 1, 1]);
  for (const one of [shown, refused, fine]) one.stop();
});
