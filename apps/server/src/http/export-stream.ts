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
  /** Aborted when whoever asked has left, and when the process ends. */
  readonly gone: AbortSignal;
};

/** Twice as quick as the usual level, and a tenth larger. */
const GZIP_LEVEL = 3;
const BUFFERED = 256 * 1024;
/** After so many bytes what was sent is freed; by itself that happens when 64 MB have come together. */
const FREED_AFTER = 8 * 1024 * 1024;

/** The bytes of an export as they go out; what becomes of it is noted on the way. */
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
 * Looks through the objects of this thread that are young, and frees what none of them holds: a millisecond. Buffers that are handed
 * on weigh nothing here but a few bytes each, so they would lie about by the dozens of megabytes until their turn comes.
 */
function collectYoung(): void {
  collect ??= findCollect();
  collect({ type: "minor" });
}

type Collect = (what: { readonly type: "minor" }) => void;
let collect: Collect | null = null;

/** The engine shows it to those contexts alone that are made while this flag stands. */
function findCollect(): Collect {
  setFlagsFromString("--expose-gc");
  const found: Collect = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  return found;
}
