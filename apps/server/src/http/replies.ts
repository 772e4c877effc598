import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { laneOf } from "../usecases/lanes.ts";
import { type Asker, createReplyRoom } from "./fair-room.ts";
import type { Answer, PostilStore, Requester } from "./handler.ts";
import type { Patience } from "./read-body.ts";

/** Smaller replies are sent at once and are not counted. */
const LARGE_BYTES = 64 * 1024;

export type Recipient = {
  /** Aborted when the client has left. */
  readonly left: AbortSignal;
  readonly who: Asker;
};

/** Manages replies between their creation and their reading, so that unread replies do not fill the memory (API-31). */
export type Replies = ReturnType<typeof createReplies>;

export function createReplies({ roomMs, readMs }: Pick<Patience, "roomMs" | "readMs">, most?: number) {
  const room = createReplyRoom(roomMs, most);

  const part = (reply: FastifyReply, { left, who }: Recipient, bytes: Uint8Array, mayRefuse: boolean): FastifyReply => {
    room.made(left, who, bytes.length, mayRefuse);
    const pace = { readMs, roomMs, isInTheWay: () => room.isInTheWay(left) };
    const parts = largeReply(bytes, pace, () => reply.raw.destroy());
    return reply.header("content-length", bytes.length).send(parts);
  };
  return {
    /** The recipient of a reply; created before the reply. */
    recipient: (reply: FastifyReply, { caller, address }: Requester): Recipient => {
      const left = clientLeft(reply);
      reply.raw.once("close", () => room.leave(left));
      return { left, who: caller?.key ?? address };
    },
    /** Waits while too many replies are unread. Only a few replies of calls with large bodies are made at once. */
    enter: ({ left, who }: Recipient): Promise<void> => room.enter(left, who, "short"),
    /** Reads whose replies grow with the request wait for the same memory budget. */
    store: (store: PostilStore): PostilStore => ({
      ...store,
      readText: async (name, caller, input, left) => {
        if (!left || !caller) return store.readText(name, caller, input, left);
        // A person's page sends many small reads at once; none of them waits for a search.
        await room.enter(left, caller.key, laneOf(name, input) === "short" ? "short" : "long");
        try {
          return await store.readText(name, caller, input, left);
        } catch (error) {
          room.leave(left);
          throw error;
        }
      },
    }),
    /** `mayRefuse`: the call changed nothing, so the client may repeat it. */
    send: (reply: FastifyReply, { status, json }: Answer, to: Recipient, mayRefuse: boolean): FastifyReply => {
      const body =
        typeof json === "string"
          ? Buffer.from(json)
          : json && Buffer.from(json.buffer, json.byteOffset, json.byteLength);
      reply.code(status);
      if (body) reply.type("application/json; charset=utf-8");
      if (body && body.length > LARGE_BYTES) return part(reply, to, body, mayRefuse);
      room.leave(to.left);
      return body ? reply.send(body) : reply.send();
    },
  };
}

/** Aborted when the connection closes before the answer is written. Fastify's own signal is silent after the body. */
function clientLeft({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) left.abort();
  });
  if (raw.closed && !raw.writableFinished) left.abort();
  return left.signal;
}

/** Number of bytes that are given to the connection at a time. The next part follows when this one is taken. */
const PART_BYTES = 64 * 1024;
/** How often the server checks if the client still takes parts. */
const LOOK_MS = 500;

type ReadingPace = {
  /** Maximum time in which a client may take nothing. */
  readonly readMs: number;
  /** Maximum time in which another client may wait for the memory of this reply. */
  readonly roomMs: number;
  readonly isInTheWay: () => boolean;
};

/** A stream of the bytes, as fast as the client reads. `tooSlow` is called once if the client is too slow. */
function largeReply(bytes: Uint8Array, { readMs, roomMs, isInTheWay }: ReadingPace, tooSlow: () => void) {
  let at = 0;
  let takenAt = performance.now();
  let inTheWayMs = 0;
  const look = () => {
    if (isInTheWay()) inTheWayMs += LOOK_MS;
    if (performance.now() - takenAt < readMs && inTheWayMs < roomMs / 2) return;
    clearInterval(timer);
    tooSlow();
  };
  const timer = setInterval(look, Math.min(LOOK_MS, readMs));
  return new Readable({
    highWaterMark: PART_BYTES,
    read() {
      takenAt = performance.now();
      const part = bytes.subarray(at, at + PART_BYTES);
      at += part.length;
      this.push(part.length === 0 ? null : part);
    },
    destroy(error, done) {
      clearInterval(timer);
      done(error);
    },
  });
}
