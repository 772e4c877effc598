import type { IncomingMessage } from "node:http";
import { takeTurn } from "./turns.ts";

/** What is thrown away at most, and for how long. */
export type Waste = { readonly bytes: number; readonly ms: number };
export const FOR_KNOWN: Waste = { bytes: 256 * 1024 * 1024, ms: 30_000 };
export const FOR_STRANGERS: Waste = { bytes: 4 * 1024 * 1024, ms: 1000 };
/** Who writes all before they read does not pause for longer. */
const PAUSE_MS = 1000;

/**
 * Reads on to the end of a body nobody wants. Most clients write all of it before they read the answer, and see a broken
 * connection instead of the answer when the server closes early.
 */
export function drain(request: IncomingMessage, most: Waste): Promise<void> {
  return new Promise((resolve) => {
    let received = 0;
    const done = () => {
      clearTimeout(timer);
      clearTimeout(pause);
      request.off("data", count);
      resolve();
    };
    const count = async (chunk: Buffer) => {
      received += chunk.length;
      if (received > most.bytes) return done();
      pause.refresh();
      request.pause();
      await takeTurn();
      request.resume();
    };
    const timer = setTimeout(done, most.ms);
    const pause = setTimeout(done, PAUSE_MS);
    request.on("data", count).once("end", done).once("close", done);
    if (request.readableEnded || request.destroyed) return done();
    // Who began to read it may have left it paused.
    request.resume();
  });
}
