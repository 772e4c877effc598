import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { guardChunks, isReloading, keepBeforeReload } from "./chunk-reload.ts";
import { connection } from "./connection/connection.ts";

const reload = vi.fn();
const answers = vi.fn(async () => true);
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  reload.mockClear();
  stop = guardChunks(reload, answers);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** Simulates a chunk that fails to load. True if the failure reaches the error page. */
async function chunkFails(): Promise<boolean> {
  const event = new Event("vite:preloadError", { cancelable: true });
  window.dispatchEvent(event);
  await vi.advanceTimersByTimeAsync(0);
  return !event.defaultPrevented;
}

test("ERR-05 a chunk that cannot be loaded reloads the page", async () => {
  expect(await chunkFails()).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("ERR-05 ERR-06 a second failure within the minute goes to the error page, a later one reloads again", async () => {
  await chunkFails();
  vi.advanceTimersByTime(59_000);
  expect(await chunkFails()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(await chunkFails()).toBe(false);
  expect(reload).toHaveBeenCalledTimes(2);
});

test("ERR-05 without a connection the page stays: reloading would take away what can still be worked on", async () => {
  const reaches = vi.spyOn(connection, "isOnline").mockReturnValue(false);
  expect(await chunkFails()).toBe(true);
  expect(reload).not.toHaveBeenCalled();
  reaches.mockReturnValue(true);
  expect(await chunkFails()).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  reaches.mockRestore();
});

test("ERR-05 while the server does not answer the page stays, and whoever asked for the code is told", async () => {
  answers.mockResolvedValueOnce(false);
  await chunkFails();
  expect(await isReloading()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  await chunkFails();
  expect(await isReloading()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("ERR-06 the time of the reload is kept for the browser session", async () => {
  await chunkFails();
  stop();
  stop = guardChunks(reload, answers);
  expect(await chunkFails()).toBe(true);
});

test("ERR-06 unsent answers are stored before the reload, and a failing store does not stop it", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  const order: string[] = [];
  reload.mockImplementation(() => order.push("reload"));
  const forget = [
    keepBeforeReload(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      order.push("drafts stored");
    }),
    keepBeforeReload(() => Promise.reject(new Error("quota"))),
  ];
  await chunkFails();
  await vi.advanceTimersByTimeAsync(50);
  expect(order).toEqual(["drafts stored", "reload"]);
  for (const each of forget) each();
});
