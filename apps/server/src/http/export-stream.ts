import { pipeline, Readable, Transform } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createGzip } from "node:zlib";
import type { Exports } from "../export/exports.ts";
import type { ExportNote } from "../export/file-parts.ts";
import type { StreamPart } from "../storage/store.ts";

type Options = {
  readonly id: string;
  readonly exports: Exports;
  readonly gzip: boolean;
  /** Aborted when the client has left, and when the process ends. */
  readonly gone: AbortSignal;
};

/** Twice as fast as the default level; the output is a tenth larger. */
const GZIP_LEVEL = 3;
const BUFFERED = 256 * 1024;
/** Number of sent bytes after which sent buffers are freed. Without this the engine frees them after about 64 MB. */
const FREED_AFTER = 8 * 1024 * 1024;

/** The bytes of an export as a stream. Its progress is noted while it is read. */
export function exportStream(
  parts: AsyncIterable<StreamPart<ExportNote>>,
  { id, exports, gzip, gone }: Options,
): Readable {
  async function* bytesOf(): AsyncGenerator<Uint8Array> {
    for await (const { bytes, note } of parts) {
      exports.advance(id, note);
      yield bytes;
    }
  }
  let sent = 0;
  let freed = 0;
  const counted = new Transform({
    highWaterMark: BUFFERED,
    transform: (chunk: Uint8Array, _encoding, done) => {
      sent += chunk.length;
      exports.sent(id, sent);
      if (sent - freed > FREED_AFTER) {
        freed = sent;
        collectYoung();
      }
      done(null, chunk);
    },
  });
  const source = Readable.from(bytesOf(), { objectMode: false, highWaterMark: BUFFERED });
  const over = (error: Error | null | undefined) => exports.end(id, stateOf(error, gone), error);
  if (gzip) pipeline(source, createGzip({ level: GZIP_LEVEL, chunkSize: BUFFERED }), counted, over);
  else pipeline(source, counted, over);
  return counted;
}

function stateOf(error: Error | null | undefined, gone: AbortSignal) {
  if (!error) return "done";
  return gone.aborted ? "stopped" : "failed";
}

/**
 * Runs a garbage collection of young objects in this thread, about one millisecond. Sent buffers count as only a few bytes
 * each for the engine, so without this dozens of megabytes would stay in memory.
 */
function collectYoung(): void {
  collect ??= findCollect();
  collect({ type: "minor" });
}

type Collect = (what: { readonly type: "minor" }) => void;
let collect: Collect | null = null;

/** The engine exposes `gc` only to contexts that are created while this flag is set. */
function findCollect(): Collect {
  setFlagsFromString("--expose-gc");
  const found: Collect = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  return found;
}
