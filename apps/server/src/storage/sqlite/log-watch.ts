import { statSync } from "node:fs";
import { StreamCut } from "../failure.ts";

/**
 * The engine can restart its log (WAL) only when no reader uses an older state of the data. A stream uses one as long as its
 * client reads. So a stream is cut when nobody takes its parts, or when the log has grown too long in the meantime.
 */
export type StreamLimits = {
  /** Maximum time that a part may wait for its reader. */
  readonly stallMs: number;
  /** Maximum length of the log in the meantime, in bytes. */
  readonly logBytes: number;
};
export const STREAM_LIMITS: StreamLimits = { stallMs: 60_000, logBytes: 1024 ** 3 };

/** A log that grew longer meanwhile is cut to this length when it begins again. */
export const LOG_BYTES = 64 * 2 ** 20;

const LOOK_MS = 1000;

/** Checks at intervals if the stream has to be cut, and calls `cut` with the reason. Returns what stops the checks. */
export function watchLog(
  file: string,
  { stallMs, logBytes }: StreamLimits,
  waitsFor: () => number,
  cut: (why: StreamCut) => void,
): () => void {
  // The log file may still be long from before, which says nothing about this stream.
  const most = Math.max(logBytes, logSize(file));
  const look = () => {
    if (waitsFor() > stallMs) return cut(new StreamCut(`Nothing was read for ${stallMs / 1000} seconds.`));
    if (logSize(file) <= most) return;
    const told = `${Math.round(logBytes / 1024 ** 2).toLocaleString("en")} MiB`;
    cut(new StreamCut(`More than ${told} were written to the store meanwhile; try again when less is written.`));
  };
  const timer = setInterval(look, Math.min(LOOK_MS, stallMs)).unref();
  return () => clearInterval(timer);
}

/** The file does not exist after it was written back. */
const logSize = (file: string): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
