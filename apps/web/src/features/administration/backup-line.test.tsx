import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import "../../lib/i18n/en/administration.ts";
import { closeSession, openSession } from "../../lib/session/store.ts";
import { BackupLine } from "./backup-line.tsx";

afterEach(() => {
  closeSession("signed-out");
  vi.unstubAllGlobals();
});

const begun = { id: "b1", file: "/mnt/b1.backup", at: "2026-01-02T03:00:00" };
const last = { ...begun, bytes: 1_200_000_000, ms: 9000 };
const failed = { ...begun, scheduled: true, why: "the disk is full" };
const running = { ...begun, scheduled: true, done: 40, total: 100, verifying: false };

test.each([
  [{ last }, /^Last backup: 2 Jan 2026, \d\d:00, 1\.2\sGB\.$/],
  [{}, /^There is no backup\. On the server’s machine, “npx postil backup FOLDER” makes one/],
  [
    { last, failed },
    /^The backup of 2 Jan 2026, \d\d:00 failed: the disk is full\. Last backup: 2 Jan 2026, \d\d:00, 1\.2\sGB\.$/,
  ],
  [{ running }, /^A backup is being made: 40%\.$/],
  [{ last, running: { ...running, verifying: true } }, /^A backup is being checked: 40%\. Last backup: /],
])("BAK-08 PKG-01 owners are told of the last backup, that there is none, or why it failed: %j", async (told, says) => {
  const body = { last: null, failed: null, running: null, schedule: null, ...told };
  const home = { home: null, command: "npx postil" };
  vi.stubGlobal("fetch", async (path: string) => Response.json(path.endsWith("/home") ? home : body));
  openSession(`token-${Math.random()}`);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <BackupLine />
    </QueryClientProvider>,
  );
  expect((await screen.findByRole("paragraph")).textContent?.replaceAll(/[\u2066-\u2069]/g, "")).toMatch(says);
});
