import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearToasts, getToasts } from "../toasts/store.ts";
import { useReach, watchConnection } from "./connection.ts";

/** True if the server answers. */
let answers = true;
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => {
    if (!answers) throw new TypeError("Failed to fetch");
    return new Response("{}");
  });
  stop = watchConnection();
});
afterEach(async () => {
  await goes("online");
  stop();
  clearToasts();
  vi.runAllTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function goes(state: "online" | "offline", answering = state === "online") {
  answers = answering;
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(state === "online");
  await act(async () => {
    window.dispatchEvent(new Event(state));
    await vi.advanceTimersByTimeAsync(100);
  });
}
const shown = () => getToasts().map(({ message, type, permanent }) => ({ message, type, permanent }));

test("ERR-07 TOA-21 losing the connection shows an error toast, which promises nothing of any page's work", async () => {
  await goes("offline");
  expect(shown()).toEqual([{ message: "You are offline.", type: "error", permanent: true }]);
});

test("ERR-08 ERR-09 the offline toast stays until the connection is back and is then replaced by the success", async () => {
  await goes("offline");
  await vi.advanceTimersByTimeAsync(600_000);
  expect(shown()).toHaveLength(1);
  await goes("online");
  expect(shown()).toEqual([{ message: "Back online.", type: "success", permanent: false }]);
});

test("ERR-09 a second offline event does not add a second toast, and no toast tells that it was always online", async () => {
  await goes("online");
  expect(shown()).toEqual([]);
  await goes("offline");
  await goes("offline");
  expect(shown()).toHaveLength(1);
});

test("ERR-07 the page knows whether it is online", async () => {
  const { result } = renderHook(() => useReach());
  expect(result.current).toBe("online");
  await goes("offline");
  expect(result.current).toBe("offline");
});

test("ERR-08 it is online again only when the server answers, and the network alone takes the toast away without a word", async () => {
  await goes("offline");
  await goes("online", false);
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(shown()).toEqual([]);
});
