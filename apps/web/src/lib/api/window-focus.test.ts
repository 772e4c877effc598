import { expect, test, vi } from "vitest";
import { watchWindowFocus } from "./query-client.ts";

test("ERR-12 without a focus callback it fails with `onFocus is mandatory`", () => {
  expect(() => watchWindowFocus({ onBlur: () => undefined })).toThrow(new Error("onFocus is mandatory"));
});

test("ERR-13 it reports focus and, when asked, blur, until it is stopped", () => {
  const [onFocus, onBlur] = [vi.fn(), vi.fn()];
  const stop = watchWindowFocus({ onFocus, onBlur });
  const stopOther = watchWindowFocus({ onFocus });
  window.dispatchEvent(new Event("focus"));
  window.dispatchEvent(new Event("blur"));
  expect([onFocus.mock.calls.length, onBlur.mock.calls.length]).toEqual([2, 1]);
  stop();
  stopOther();
  window.dispatchEvent(new Event("focus"));
  window.dispatchEvent(new Event("blur"));
  expect([onFocus.mock.calls.length, onBlur.mock.calls.length]).toEqual([2, 1]);
});
