import type { OwnResponse } from "@postil/domain/records/labeled-record";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { createBrowser, createServer } from "../../lib/outbox/browser.fixture.ts";
import { OutboxContext } from "../../lib/outbox/use-outbox.ts";
import { noteDone, useWorkDay } from "./use-work-day.ts";

const none: OwnResponse = { id: null, status: "draft", values: null, updatedAt: null };
const done: OwnResponse = { ...none, status: "submitted" };

test("FPR-05 where the browser stores nothing, the day counts all answers of this page", () => {
  vi.spyOn(console, "warn").mockReturnValue(undefined);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  });
  const outbox = createBrowser(createServer().api).openTab("u1");
  const wrapper = ({ children }: { children: ReactNode }) => <OutboxContext value={outbox}>{children}</OutboxContext>;
  const { result } = renderHook(() => useWorkDay("d1"), { wrapper });
  for (const recordId of ["r1", "r2"])
    act(() => noteDone("u1", "d1", { changes: [{ recordId, before: none, after: done }], undone: false }));
  expect(result.current.count).toBe(2);
  vi.restoreAllMocks();
});
