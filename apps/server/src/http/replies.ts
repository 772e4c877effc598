import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { laneOf } from "../usecases/lanes.ts";
import type { Answer } from "./answer.ts";
import type { PostilStore, Requester } from "./handler.ts";
import type { Patience } from "./patience.ts";
import { type Asker, createReplyRoom } from "./reply-room.ts";

/** What is smaller goes out at once, and is not counted. */
const LARGE_BYTES = 64 * 1024;

export type Recipient = {
  /** Aborted when they have left. */
  readonly left: AbortSignal;
  readonly who: Asker;
};

/** What becomes of replies between their making and their being read: nobody's unread ones fill the memory (API-31). */
export type Replies = ReturnType<typeof createReplies>;

export function createReplies({ roomMs, readMs }: Pick<Patience, "roomMs" | "readMs">) {
  const room = createReplyRoom(roomMs);

  const part = (reply: FastifyReply, { left, who }: Recipient, bytes: Uint8Array, mayRefuse: boolean): FastifyReply => {
    room.made(left, who, bytes.length, mayRefuse);
    const pace = { readMs, roomMs, isInTheWay: () => room.isInTheWay(left) };
    const parts = largeReply(bytes, pace, () => reply.raw.destroy());
    return reply.header("content-length", bytes.length).send(parts);
  };
  return {
    /** Whom a reply goes to, from before it is made. */
    recipient: (reply: FastifyReply, { caller, address }: Requester): Recipient => {
      const left = clientLeft(reply);
      reply.raw.once("close", () => room.leave(left));
      return { left, who: caller?.key ?? address };
    },
    /** Waits while too much is unread. Calls that bring much are made one after the other, so little is in the making. */
    enter: ({ left, who }: Recipient): Promise<void> => room.enter(left, who, "short"),
    /** Reads whose replies grow with what is asked wait for that room too. */
    store: (store: PostilStore): PostilStore => ({
      ...store,
      readText: async (name, caller, input, left) => {
        if (!left || !caller) return store.readText(name, caller, input, left);
        // Of pages that people look at many are asked for at once, and none waits for a search.
        await room.enter(left, caller.key, laneOf(name, input) === "short" ? "short" : "long");
        try {
          return await store.readText(name, caller, input, left);
        } catch (error) {
          room.leave(left);
          throw error;
        }
      },
    }),
    /** `mayRefuse`: nothing was changed, so it may be asked for again. */
    send: (reply: FastifyReply, { status, json }: Answer, to: Recipient, mayRefuse: boolean): FastifyReply => {
      const body = typeof json === "string" ? Buffer.from(json) : json && Buffer.from(json.buffer);
      reply.code(status);
      if (body) reply.type("application/json; charset=utf-8");
      if (body && body.length > LARGE_BYTES) return part(reply, to, body, mayRefuse);
      room.leave(to.left);
      return body ? reply.send(body) : reply.send();
    },
  };
}

/**
 * Aborted when the connection is closed before the answer was written. Fastify's own signal of a request is silent once the
 * body has been read.
 */
function clientLeft({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) left.abort();
  });
  if (raw.closed && !raw.writableFinished) left.abort();
  return left.signal;
}

/** So much is given to the connection at a time; the next part follows when this one is taken. */
const PART_BYTES = 64 * 1024;
/** How often it is looked whether parts are still taken. */
const LOOK_MS = 500;

type ReadingPace = {
  /** For how long a client may take nothing. */
  readonly readMs: number;
  /** For how long somebody else may have to wait for what it has not taken. */
  readonly roomMs: number;
  /** Whether somebody does. */
  readonly isInTheWay: () => boolean;
};

/** The bytes part by part, as fast as they are read; `tooSlow` is told once when they are not. */
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
