import { act, render, renderHook, screen } from "@testing-library/react";
import { type ReactNode, useEffect } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBrowser, createServer } from "../../../lib/outbox/browser.fixture.ts";
import { OutboxContext, useOutboxService } from "../../../lib/outbox/use-outbox.ts";
import { setPreference } from "../../../lib/preferences/store.ts";
import { STORAGE_KEYS } from "../../../lib/storage.ts";
import { PaceLine } from "../../../workbench/frame/pace-line.tsx";
import { noteWork } from "../../../workbench/frame/use-work-day.ts";
import { actionSession } from "../../../workbench/saving/action-session.ts";
import { useNotedWork } from "./progress.tsx";

const NOON = new Date(2026, 10, 21, 12).getTime();

function Noted() {
  const outbox = useOutboxService();
  useEffect(() => noteWork(outbox, "d1"), [outbox]);
  return null;
}

function open(pending = 348) {
  const outbox = createBrowser(createServer().api).openTab();
  const shown = render(
    <OutboxContext value={outbox}>
      <Noted />
      <PaceLine datasetId="d1" pending={pending} />
    </OutboxContext>,
  );
  const session = actionSession(outbox, "d1");
  const after = { id: null, status: "submitted", values: null, updatedAt: null } as const;
  const note = (ids: readonly string[], undone = false) =>
    act(() => {
      const changes = ids.map((recordId) => ({ recordId, before: null, after, typed: null }));
      session.set({ past: [], future: [] }, { kind: "submitted", position: null, changes }, undone);
    });
  return { ...shown, answer: (...ids: string[]) => note(ids), takeBack: (...ids: string[]) => note(ids, true) };
}

const line = () => [...document.querySelectorAll("p > span")].map((part) => part.textContent);

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(NOON);
  localStorage.removeItem(STORAGE_KEYS.workDays);
  window.dispatchEvent(new StorageEvent("storage", { key: STORAGE_KEYS.workDays }));
});
afterEach(() => void vi.useRealTimers());

test("FPR-05 the line says what was done today, the pace once there is one, and what is left at it", () => {
  const { answer, takeBack } = open();
  expect(line()).toEqual(["0 today"]);
  for (let n = 1; n <= 6; n++) {
    vi.advanceTimersByTime(52_000);
    answer(`r${n}`);
  }
  expect(line()).toEqual(["6 today", "52 s per record", "at this pace about 5 h left"]);
  takeBack("r6");
  expect(line()).toEqual(["5 today"]);
  answer("a", "b", "c");
  expect(line()).toEqual(["8 today"]);
});

test("FPR-05 another page of the day goes on with its count, and local midnight begins anew", () => {
  const first = open();
  first.answer("r1");
  first.unmount();
  open();
  expect(line()).toEqual(["1 today"]);
  act(() => void vi.advanceTimersByTime(12 * 3_600_000));
  expect(line()).toEqual(["0 today"]);
});

test("FPR-05 what another tab notes counts here, and nothing of it is lost by noting more", () => {
  const { answer } = open();
  answer("r1");
  const stored = JSON.parse(localStorage.getItem(STORAGE_KEYS.workDays) ?? "{}");
  const [key] = Object.keys(stored);
  const elsewhere = { ...stored, [key ?? ""]: { ...stored[key ?? ""], count: 30 } };
  localStorage.setItem(STORAGE_KEYS.workDays, JSON.stringify(elsewhere));
  answer("r2");
  expect(line()).toEqual(["31 today"]);
});

test("FPR-05 slow answers are said in minutes", () => {
  const { answer } = open(24);
  for (let n = 1; n <= 6; n++) {
    vi.advanceTimersByTime(200_000);
    answer(`r${n}`);
  }
  expect(line()).toEqual(["6 today", "3 min 20 s per record", "at this pace about 1 h 20 left"]);
});

test("FPR-05 the reader can switch the line off", () => {
  setPreference("showPace", false);
  open();
  expect(screen.queryByText(/today/)).toBeNull();
  setPreference("showPace", true);
});

test("FPR-05 what cannot be read is as if nothing had been noted", () => {
  localStorage.setItem(STORAGE_KEYS.workDays, JSON.stringify({ "u1/d1": { since: "x" }, odd: 7 }));
  window.dispatchEvent(new StorageEvent("storage", { key: STORAGE_KEYS.workDays }));
  open();
  expect(line()).toEqual(["0 today"]);
});

test("FPR-05 the page notes what is done as soon as the code for it is here, and no longer than it is open", async () => {
  vi.useRealTimers();
  const outbox = createBrowser(createServer().api).openTab();
  const session = actionSession(outbox, "d1");
  const kept = () => localStorage.getItem(STORAGE_KEYS.workDays);
  const after = { id: null, status: "submitted", values: null, updatedAt: null } as const;
  const note = (recordId: string) => {
    const changes = [{ recordId, before: null, after, typed: null }];
    session.set({ past: [], future: [] }, { kind: "submitted", position: null, changes }, false);
  };
  const wrapper = ({ children }: { children: ReactNode }) => <OutboxContext value={outbox}>{children}</OutboxContext>;
  const { unmount } = renderHook(() => useNotedWork("d1"), { wrapper });
  await vi.waitFor(() => {
    note("r1");
    expect(kept()).toContain("r1");
  });
  unmount();
  await Promise.resolve();
  note("r2");
  expect(kept()).not.toContain("r2");
});
