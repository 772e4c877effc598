import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchLog } from "./log-watch.ts";

let folder: string;
beforeEach(() => {
  vi.useFakeTimers();
  folder = mkdtempSync(join(tmpdir(), "postil-log-"));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

test("EXP-05 a stream is ended for what is written meanwhile, not for what was written before it", () => {
  const file = join(folder, "postil.db");
  const write = (bytes: number) => appendFileSync(`${file}-wal`, Buffer.alloc(bytes));
  write(100);
  const cut = vi.fn();
  const stop = watchLog(file, { stallMs: 60_000, logBytes: 50 }, () => 0, cut);
  vi.advanceTimersByTime(5000);
  expect(cut).not.toHaveBeenCalled();
  write(1);
  vi.advanceTimersByTime(1000);
  expect(cut).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: "StreamCut" }));
  stop();
  vi.advanceTimersByTime(5000);
  expect(cut).toHaveBeenCalledOnce();
});
