import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import "../../lib/i18n/en/administration.ts";
import { closeSession, openSession } from "../../lib/session/store.ts";
import { getToasts } from "../../lib/toasts/store.ts";
import { ServerLines } from "./server-lines.tsx";

afterEach(() => {
  closeSession("signed-out");
  vi.unstubAllGlobals();
});

const begun = { id: "b1", file: "/mnt/b1.backup", at: "2026-01-02T03:00:00" };
const last = { ...begun, bytes: 1_200_000_000, ms: 9000 };
const failed = { ...begun, scheduled: true, why: "the disk is full" };
const running = { ...begun, scheduled: true, done: 40, total: 100, verifying: false };
const NO_BACKUPS = { elsewhere: false, last: null, failed: null, running: null, schedule: null, folder: null };

type State = { readonly backups: object; readonly warnings: readonly object[] };

/** Shows the lines, as the server answers at that moment. `posted` hears of a call that changes something. */
function show(stateNow: () => State, { bytes = 800_000_000, free = 300_000_000, posted = (_: string) => {} } = {}) {
  const file = { bytes, free, in_parts: true, needs: 134_217_728, room: 9_000_000_000, running: null, last: null };
  const answers: { readonly [end: string]: object } = {
    ...{ home: { home: null, command: "npx postil" }, "store-file": file },
  };
  vi.stubGlobal("fetch", async (path: string, { method, body }: RequestInit) => {
    if (method === "POST") {
      posted(`${path} ${body}`);
      return Response.json({ id: "b1" }, { status: 202 });
    }
    return Response.json(answers[path.split("/").at(-1) ?? ""] ?? stateNow());
  });
  openSession(`token-${Math.random()}`);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ServerLines />
    </QueryClientProvider>,
  );
}

/** The lines that owners read. */
async function linesFor(state: State, file: { readonly bytes?: number; readonly free?: number } = {}) {
  show(() => state, file);
  const lines = await within(await screen.findByRole("region", { name: "Server" })).findAllByRole("paragraph");
  return lines.map(({ textContent }) => textContent?.replaceAll(/[\u2066-\u2069]/g, "") ?? "");
}

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
  const lines = await linesFor({ backups: { ...NO_BACKUPS, ...told }, warnings: [] });
  expect(lines.join(" ")).toMatch(says);
});

test("PGS-33 owners of data that is in a database are not told that there is no backup", async () => {
  const disk = { kind: "memory", of: "process", used: 19e8, limit: 2e9 };
  const lines = await linesFor({ backups: { ...NO_BACKUPS, elsewhere: true }, warnings: [disk] });
  expect(lines).toEqual([expect.stringMatching(/^The server uses /)]);
});

const until = "2026-02-03T00:00:00";
test.each([
  [{ kind: "disk", free: 2e9, total: 40e9 }, /^The disk of the server has 2\sGB of 40\sGB left\. /],
  [{ kind: "backup_disk", free: 2e9, total: 40e9 }, /^The disk of the backups has 2\sGB of 40\sGB left\. /],
  [{ kind: "memory", of: "process", used: 19e8, limit: 2e9 }, /^The server uses 1\.9\sGB of 2\sGB of memory\. /],
  [{ kind: "clock", how: "behind", seconds: 720 }, /^The clock of the server is 12 minutes behind the newest time/],
  [{ kind: "clock", how: "back", seconds: 18_000 }, /^The clock of the server was set 5 hours back\. /],
  [
    { kind: "certificate", host: "a.example.org", until, expired: false },
    /^The certificate of a\.example\.org ends on 3 Feb 2026, /,
  ],
  [
    { kind: "certificate", host: "a.example.org", until, expired: true },
    /^The certificate of a\.example\.org ended on 3 Feb 2026, /,
  ],
])("WAT-07 WAT-11 owners are warned above the line of the backup: %j", async (warning, says) => {
  const lines = await linesFor({ backups: { ...NO_BACKUPS, last }, warnings: [warning] });
  expect(lines).toEqual([expect.stringMatching(says), expect.stringMatching(/^Last backup: /)]);
});

test.each([
  [1_200_000_000, 800_000_000, /^800\sMB of the 1\.2\sGB of the store are free\..*“npx postil compact” gives /],
  // Not half of it, and not much.
  [1_200_000_000, 600_000_000, /^Last backup: /],
  [600_000_000, 499_000_000, /^Last backup: /],
])(
  "BAK-12 owners are told when most of the store's file is free, and how it gets shorter: %d, %d",
  async (bytes, free, says) => {
    await linesFor({ backups: { ...NO_BACKUPS, last }, warnings: [] }, { bytes, free });
    const first = () => screen.getAllByRole("paragraph")[0]?.textContent?.replaceAll(/[\u2066-\u2069]/g, "");
    await vi.waitFor(() => expect(first()).toMatch(says));
  },
);

test("BAK-14 an owner presses Back up now: it begins, runs and is done; a press meanwhile says so; without a folder there is no button", async () => {
  let backups: object = NO_BACKUPS;
  const asked: string[] = [];
  const posted = (call: string) => {
    asked.push(call);
    backups = { ...NO_BACKUPS, folder: "/mnt/backups", running };
  };
  const now = () => ({ backups, warnings: [] });
  show(now);
  await screen.findByText(/There is no backup/);
  expect(screen.queryByRole("button")).toBeNull();
  cleanup();

  backups = { ...NO_BACKUPS, folder: "/mnt/backups" };
  show(now, { posted });
  const button = await screen.findByRole("button", { name: "Back up now" });
  fireEvent.click(button);
  await screen.findByText(/A backup is being made: 40%/);
  expect(asked).toEqual([expect.stringMatching(/\/backups \{"path":null,"force":false\}$/)]);
  expect(button.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(button);
  expect(getToasts().map(({ message }) => message)).toEqual(["A backup is being made already; one at a time."]);
  expect(asked).toHaveLength(1);
  backups = { ...NO_BACKUPS, folder: "/mnt/backups", last };
  await screen.findByText(/^Last backup: /);
  expect(button.getAttribute("aria-disabled")).toBeNull();
});
