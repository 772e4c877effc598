import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { clearUnsaved, flagUnsaved, hasUnsaved, useUnsaved } from "./unsaved.ts";

/** True if the browser would ask before leaving. */
function asks(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test("ERR-10 the browser asks before leaving only while unsaved changes are flagged", () => {
  expect(asks()).toBe(false);
  flagUnsaved("outbox");
  flagUnsaved("settings");
  expect(asks()).toBe(true);
  clearUnsaved("outbox");
  expect(asks()).toBe(true);
  clearUnsaved("settings");
  expect([asks(), hasUnsaved()]).toEqual([false, false]);
});

test("ERR-11 a form flags its changes for as long as it has some and is on screen", () => {
  const { rerender, unmount } = renderHook(({ modified }) => useUnsaved("record 9", modified), {
    initialProps: { modified: false },
  });
  expect(asks()).toBe(false);
  rerender({ modified: true });
  expect(asks()).toBe(true);
  rerender({ modified: false });
  expect(asks()).toBe(false);
  rerender({ modified: true });
  unmount();
  expect(asks()).toBe(false);
});
