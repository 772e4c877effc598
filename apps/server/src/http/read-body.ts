import type { IncomingMessage } from "node:http";
import { BodyRefused } from "./http-errors.ts";
import { BODY_PACE } from "./patience.ts";
import { takeTurn } from "./turns.ts";

/** Something to be done before more than so many bytes are read. */
export type Gate = { readonly beyond: number; readonly pass: () => Promise<void> | void };

/**
 * A whole body. Its gates are passed in their order as soon as its length says that it is beyond them: at once where the
 * length is told, so that nothing of it is read, and in its course where it is not.
 */
export async function readBody(
  message: IncomingMessage,
  gates: readonly Gate[],
  bodyMs: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const left = [...gates];
  const passGates = async (bytes: number) => {
    for (const gate of left.filter(({ beyond }) => bytes > beyond)) {
      left.splice(left.indexOf(gate), 1);
      await gate.pass();
    }
  };
  const told = Number(message.headers["content-length"] ?? 0);
  await passGates(told);
  let bytes = new Uint8Array(told);
  let length = 0;
  for await (const chunk of atPace(message, bodyMs)) {
    await passGates(length + chunk.length);
    if (length + chunk.length > bytes.length) bytes = longer(bytes, length + chunk.length);
    // Each part is copied when it comes: to join them all at the end would hold everybody else up.
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return length === bytes.length ? bytes : bytes.slice(0, length);
}

function longer(bytes: Uint8Array, atLeast: number): Uint8Array<ArrayBuffer> {
  const grown = new Uint8Array(Math.max(atLeast, 2 * bytes.length));
  grown.set(bytes);
  return grown;
}

/** The parts of a body as they come, as long as they come. */
async function* atPace(message: IncomingMessage, bodyMs: number): AsyncGenerator<Buffer> {
  let received = 0;
  let waitedMs = 0;
  // The connection stays: whoever is refused on the way is told so.
  const parts = message.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const begun = performance.now();
      const part = await inTime(parts.next(), bodyMs + (received / BODY_PACE) * 1000 - waitedMs);
      waitedMs += performance.now() - begun;
      if (part.done) return;
      received += part.value.length;
      yield part.value;
      await takeTurn();
    }
  } finally {
    // Lets go of the message, or the rest of it could not be thrown away.
    void parts.return?.();
  }
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new BodyRefused(408, "The request body did not come in time.")), ms);
  try {
    return await Promise.race([work, promise]);
  } catch (error) {
    throw error instanceof BodyRefused ? error : new BodyRefused(400, "The request body ended before its end.");
  } finally {
    clearTimeout(timer);
  }
}
