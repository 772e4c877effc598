import { statSync } from "node:fs";
import { StreamCut } from "../failure.ts";

/**
 * The log of the engine is only begun anew when nobody reads an older state of the data. A stream reads one for as long as
 * its reader takes, so it is ended when that would be for ever: when nobody takes what is there, and when the log has become
 * too long meanwhile.
 */
export type StreamLimits = {
  /** For so long a part may wait for its reader. */
  readonly stallMs: number;
  /** So long may the log become meanwhile, in bytes. */
  readonly logBytes: number;
};
export const STREAM_LIMITS: StreamLimits = { stallMs: 60_000, logBytes: 1024 ** 3 };

const LOOK_MS = 1000;

/** Looks now and then whether a stream has to be ended, and says why. Returns what stops it. */
export function watchLog(
  file: string,
  { stallMs, logBytes }: StreamLimits,
  waitsFor: () => number,
  cut: (why: StreamCut) => void,
): () => void {
  // The file stays as long as it was once, so what was written before says nothing of what the stream holds up.
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

/** Gone once it was written back. */
const logSize = (file: string): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
