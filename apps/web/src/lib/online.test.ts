import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useOnline, watchConnection } from "./online.ts";
import { clearToasts, getToasts } from "./toasts/store.ts";

let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  stop = watchConnection();
});
afterEach(() => {
  stop();
  clearToasts();
  vi.runAllTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function goes(state: "online" | "offline") {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(state === "online");
  act(() => {
    window.dispatchEvent(new Event(state));
    vi.advanceTimersByTime(100);
  });
}
const shown = () => getToasts().map(({ message, type, permanent }) => ({ message, type, permanent }));

test("ERR-07 TOA-21 losing the connection shows an error toast with the text of the translations", () => {
  goes("offline");
  expect(shown()).toEqual([
    { message: "Offline. You can go on; your work is sent later.", type: "error", permanent: true },
  ]);
});

test("ERR-08 ERR-09 the offline toast stays until the connection is back and is then replaced by the success", () => {
  goes("offline");
  vi.advanceTimersByTime(3_600_000);
  expect(shown()).toHaveLength(1);
  goes("online");
  expect(shown()).toEqual([{ message: "Back online.", type: "success", permanent: false }]);
});

test("ERR-09 a second offline event does not add a second toast, and no toast tells that it was always online", () => {
  goes("online");
  expect(shown()).toEqual([]);
  goes("offline");
  goes("offline");
  expect(shown()).toHaveLength(1);
});

test("ERR-07 the page knows whether it is online", () => {
  const { result } = renderHook(() => useOnline());
  expect(result.current).toBe(true);
  goes("offline");
  expect(result.current).toBe(false);
});
