import { waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { leadTabs } from "./use-outbox.ts";

afterEach(() => vi.unstubAllGlobals());

/** A browser whose locks use this `request` function. */
function withLocks(request: (name: string, options: { signal: AbortSignal }, lead: () => unknown) => Promise<unknown>) {
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { locks: { request } }));
}

test("FRS-02 AUT-11 a tab delivers where the browser denies its locks", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  withLocks(() => Promise.reject(new DOMException("Access to the Locks API is denied", "SecurityError")));
  const begin = vi.fn();
  leadTabs("u1")(begin);
  await waitFor(() => expect(begin).toHaveBeenCalledOnce());
  expect(warned).toHaveBeenCalledOnce();
  warned.mockRestore();
});

test("FRS-02 a tab that leaves while another leads never begins", async () => {
  withLocks(
    (_name, { signal }) =>
      new Promise((_, refuse) => signal.addEventListener("abort", () => refuse(signal.reason), { once: true })),
  );
  const begin = vi.fn();
  leadTabs("u1")(begin)();
  await new Promise((later) => setTimeout(later));
  expect(begin).not.toHaveBeenCalled();
});
