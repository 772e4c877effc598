import type { IncomingMessage } from "node:http";
import { takeTurn } from "./turns.ts";

/** What is thrown away at most, and for how long. */
const MOST_BYTES = 256 * 1024 * 1024;
const MOST_MS = 30_000;

/**
 * Reads on to the end of a body nobody wants. Most clients write all of it before they read the answer, and see a broken
 * connection instead of the answer when the server closes early.
 */
export function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let received = 0;
    const done = () => {
      clearTimeout(timer);
      request.off("data", count);
      resolve();
    };
    const count = async (chunk: Buffer) => {
      received += chunk.length;
      if (received > MOST_BYTES) return done();
      request.pause();
      await takeTurn();
      request.resume();
    };
    const timer = setTimeout(done, MOST_MS);
    request.on("data", count).once("end", done).once("close", done);
    if (request.readableEnded || request.destroyed) return done();
    // Who began to read it may have left it paused.
    request.resume();
  });
}
