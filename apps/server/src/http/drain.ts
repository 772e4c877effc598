import type { IncomingMessage } from "node:http";
import { takeTurn } from "./turns.ts";

/** Maximum amount of data to discard, and the maximum time for it. */
export type Waste = { readonly bytes: number; readonly ms: number };
export const FOR_KNOWN: Waste = { bytes: 256 * 1024 * 1024, ms: 30_000 };
export const FOR_STRANGERS: Waste = { bytes: 4 * 1024 * 1024, ms: 1000 };
/** A client that writes the whole body before it reads does not pause longer than this. */
const PAUSE_MS = 1000;

/**
 * Reads and discards the rest of a body that is not needed. Most clients write the whole body before they read the answer. If
 * the server closes early, they see a broken connection instead of the answer.
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
    // An earlier reader may have left the stream paused.
    request.resume();
  });
}
