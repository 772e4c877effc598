import { afterEach, expect, test, vi } from "vitest";
import { createImportCalls, type ServerCall } from "./import-calls.ts";
import { Stopped } from "./readers.ts";

afterEach(() => {
  vi.useRealTimers();
});

const OUTGOING = { method: "POST", url: "/api/v1/me", headers: {}, body: undefined } as const;

test("IMP-05 a call that was refused because the server is busy is made again, until the import is stopped", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const busy = { status: 503, text: "", isBusy: true };
  const make = vi.fn<ServerCall>(async () => busy);
  make.mockResolvedValueOnce(busy).mockResolvedValueOnce({ status: 201, text: "made", isBusy: false });
  const stop = new AbortController();
  const { call, over } = createImportCalls(make, "an import", stop.signal);
  const reply = call(OUTGOING);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await reply).toEqual({ status: 201, text: "made" });
  expect(make).toHaveBeenCalledTimes(2);
  const stopped = expect(call(OUTGOING)).rejects.toThrow(Stopped);
  stop.abort();
  await stopped;
  await over();
  expect(vi.getTimerCount()).toBe(0);
});

test("IMP-05 a call that failed in another way is not made again: it may have been done", async () => {
  const make = vi.fn<ServerCall>(async () => ({ status: 503, text: "", isBusy: false }));
  const { call } = createImportCalls(make, "an import", new AbortController().signal);
  expect((await call(OUTGOING)).status).toBe(503);
  expect(make).toHaveBeenCalledTimes(1);
});
