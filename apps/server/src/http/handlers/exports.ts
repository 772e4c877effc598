import { finished, pipeline, Readable, Transform } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createGzip } from "node:zlib";
import { recordStatuses } from "@postil/contract/feedback/query";
import { selectionFromWire } from "@postil/contract/feedback/search";
import type { Asked } from "@postil/contract/route";
import type { Routes } from "@postil/contract/routes";
import { taskQueryFromWire } from "@postil/contract/tasks/search";
import { timeToWire } from "@postil/contract/wire/mapping";
import type { ExportEnd } from "@postil/domain/accounts/audit";
import { exportFileName, fileEnding } from "@postil/domain/exports/export-shape";
import { Refusal } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import type { ExportDataset } from "../../export/export-dataset.ts";
import type { ExportSnapshot } from "../../export/export-snapshot.ts";
import type { ExportTaskDataset } from "../../export/export-task-dataset.ts";
import type { ExportState, Exports } from "../../export/exports.ts";
import type { ExportNote, ExportSize } from "../../export/file-parts.ts";
import { notFoundHere } from "../../storage/peers.ts";
import type { SnapshotPlace } from "../../storage/snapshots.ts";
import type { Caller, StreamPart } from "../../storage/store.ts";
import type { CheckAccess } from "../../usecases/check-access.ts";
import type { Accounts } from "../authenticate.ts";
import { type HandlerContext, type Handlers, ReplyWith, type Requester } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { taskDatasetAt } from "../task-dataset-at.ts";

type Body = Asked<Routes["exportSnapshot"]>["body"];

type Secret = HandlerParts["pseudonymSecret"];

function fileOf({ with: named, question = null, pseudonyms, ...file }: Body, secret: Secret) {
  const { shape, format, gzip, disagreement, guard } = file;
  const wanted = new Set(named);
  const parts = {
    responses: wanted.has("responses"),
    suggestions: wanted.has("suggestions"),
    metadata: wanted.has("metadata"),
    vectors: wanted.has("vectors"),
  };
  return { shape, format, gzip, disagreement, guard, question, parts, pseudonyms: pseudonyms ? secret() : null };
}

type Wish = Asked<Routes["exportDataset"]>;
const wishOf = ({ params, body }: Pick<Wish, "params" | "body">, secret: Secret): ExportDataset => ({
  datasetId: params.dataset_id,
  ...fileOf(body, secret),
  records: body.records
    ? { statuses: recordStatuses(body.records.response_status ?? []), search: selectionFromWire(body.records) }
    : null,
});

type TaskWish = Pick<Asked<Routes["exportTaskDataset"]>, "params" | "query" | "headers" | "body">;
const taskWishOf = (asked: TaskWish, secret: Secret): ExportTaskDataset => ({
  ...taskDatasetAt(asked),
  ...fileOf(asked.body, secret),
  query: asked.body.records?.query ? taskQueryFromWire({ ...asked.body.records.query, vector: null }) : null,
});

const CONTENT_TYPES: { readonly [ending: string]: string } = {
  jsonl: "application/jsonl; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  conll: "text/plain; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
  zip: "application/zip",
};

type SnapshotWish = Pick<Asked<Routes["exportSnapshot"]>, "params" | "body">;
const snapshotWishOf = ({ params, body }: SnapshotWish, place: SnapshotPlace, secret: Secret): ExportSnapshot => ({
  ...{ snapshotId: params.snapshot_id, ...place },
  ...fileOf(body, secret),
});

type Parts<Note = ExportNote> = AsyncGenerator<StreamPart<Note>, void>;

export function exportHandlers({ store, accounts, exports, snapshots, pseudonymSecret, warn }: HandlerParts) {
  const unknown = (id: string) => notFoundHere(`Export with id \`${id}\``, store.peers);
  /** `right` may be lost before the first byte is sent. The caller is refused then, and gets no part of the file. */
  const reply = async (
    file: Pick<Body, "shape" | "format" | "gzip">,
    caller: Caller | null,
    { gone, right }: { readonly gone: AbortSignal; readonly right: HeldRight },
    parts: Parts,
  ) => {
    const first = await parts.next();
    if (first.done) throw new Error("An export tells what will come before it ends.");
    await right.check();
    const { note } = first.value;
    const { name: dataset, workspace, total: records } = note;
    await store.write("noteExport", caller, { kind: "dataset_exported", told: { dataset, workspace, records } });
    // The trail says before the first byte that an export begins, and how it ended where it is no whole file (AUT-45).
    const noteEnd = (end: ExportEnd, read: number) => {
      const told = { dataset, workspace, records: read, end };
      void store.write("noteExport", caller, { kind: "export_unfinished", told }).catch(warn);
    };
    if (right.lost.aborted) noteEnd("refused", 0);
    right.lost.throwIfAborted();
    const id = exports.begin(caller?.id ?? "", note);
    const { gzip } = file;
    const stream = exportStream(parts, {
      id,
      exports,
      gzip,
      gone,
      onEnd: (state, error, read) => {
        const end = unfinished(state, error, right.lost);
        if (end !== null) noteEnd(end, read);
      },
    });
    const headers = {
      "content-type": gzip ? "application/gzip" : (CONTENT_TYPES[fileEnding(file)] ?? "application/octet-stream"),
      "content-disposition": `attachment; filename="${exportFileName(note.name, file)}"`,
      "x-postil-export": id,
    };
    return { stream, headers };
  };
  /** Waits for its turn. Then sends the export as long as the client reads it and keeps the right to it. */
  const send = async (
    body: Body,
    context: HandlerContext,
    named: Omit<CheckAccess, "manages">,
    begin: (gone: AbortSignal) => Parts,
  ) => {
    const { caller, left } = context;
    const right = holdRight(accounts, context, (now) => store.read("checkAccess", now, { manages: true, ...named }));
    const gone = AbortSignal.any([left, exports.ending, right.lost]);
    const parts = whileHeld(right, begin(gone));
    try {
      const { stream, headers } = await reply(body, caller, { gone, right }, parts);
      stream.once("close", right.release);
      return new ReplyWith(null, { headers, stream });
    } catch (error) {
      right.release();
      // The next export of this person may begin.
      await parts.return();
      throw error;
    }
  };
  return {
    exportDataset: (asked, context) => {
      const { dataset_id } = asked.params;
      return send(asked.body, context, { named: { dataset_id }, taskDataset: null }, (gone) =>
        store.stream("exportDataset", context.caller, wishOf(asked, pseudonymSecret), gone),
      );
    },
    exportTaskDataset: (asked, context) =>
      send(asked.body, context, { named: {}, taskDataset: taskDatasetAt(asked) }, (gone) =>
        store.stream("exportTaskDataset", context.caller, taskWishOf(asked, pseudonymSecret), gone),
      ),
    exportSnapshot: (asked, context) => {
      const { snapshot_id } = asked.params;
      return send(asked.body, context, { named: { snapshot_id }, taskDataset: null }, (gone) =>
        store.stream("exportSnapshot", context.caller, snapshotWishOf(asked, snapshots.place, pseudonymSecret), gone),
      );
    },
    getExport: async ({ params }, { caller }) => {
      const progress = exports.find(params.export_id, caller?.id ?? "");
      if (!progress) throw unknown(params.export_id);
      const { userId: _, name: __, workspace: ___, startedAt, leftOut, ...told } = progress;
      return { ...told, left_out: [...leftOut], started_at: timeToWire(startedAt * 1000) };
    },
    sizeUpExport: async (asked, { caller, left }) =>
      sizeToWire(await store.read("sizeUpExport", caller, wishOf(asked, pseudonymSecret), left)),
    sizeUpSnapshot: async (asked, { caller, left }) =>
      sizeToWire(
        await store.read("sizeUpSnapshot", caller, snapshotWishOf(asked, snapshots.place, pseudonymSecret), left),
      ),
    sizeUpTaskExport: async (asked, { caller, left }) =>
      sizeToWire(await store.read("sizeUpTaskExport", caller, taskWishOf(asked, pseudonymSecret), left)),
  } satisfies Partial<Handlers>;
}

const sizeToWire = ({ vectorBytes, vectors, leftOut, shapes, questions, ...size }: ExportSize) => ({
  ...size,
  vectors: [...vectors],
  left_out: [...leftOut],
  shapes: [...shapes],
  questions: [...questions],
  vector_bytes: vectorBytes,
});

/** A right that long-running work depends on after the request was accepted. */
type HeldRight = {
  /** Aborted, with the refusal, when the caller has lost the right or is gone. */
  readonly lost: AbortSignal;
  /** Asks again now. Refuses a caller who has lost the right. */
  check(): Promise<void>;
  release(): void;
};

/** The parts of an export. If the right to it was lost, they end with the refusal, and not with the abort that follows it. */
export async function* whileHeld<Note>({ lost }: Pick<HeldRight, "lost">, parts: Parts<Note>): Parts<Note> {
  try {
    yield* parts;
  } catch (error) {
    throw lost.aborted ? lost.reason : error;
  }
}

/** A timer with a longer delay than this, 24 days, would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * `may` refuses a caller who does not have the right. It is called again after every change of who may do what, and when the
 * caller's key or session ends.
 */
export function holdRight(
  accounts: Pick<Accounts, "again" | "onForget">,
  { shown, until }: Pick<Requester, "shown" | "until">,
  may: (caller: Caller) => Promise<void>,
): HeldRight {
  const losing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let released = false;
  const lookAt = (end: Micros | null) => {
    clearTimeout(timer);
    if (end === null || released) return;
    const ms = Math.max(1, Math.ceil(end / 1000 - Date.now()));
    timer = setTimeout(() => void look(), Math.min(ms, LONGEST_MS)).unref();
  };
  const look = async () => {
    try {
      const found = shown && (await accounts.again(shown));
      if (!found) throw new Refusal("unauthorized", "Could not validate credentials");
      // A session that was renewed in the meantime ends later.
      lookAt(found.until);
      await may(found.caller);
    } catch (error) {
      // If the object itself was deleted, the caller has not lost a right.
      if (!(error instanceof Refusal && error.code === "not_found")) losing.abort(error);
    }
  };
  const stopListening = accounts.onForget(() => void look());
  lookAt(until);
  const check = async () => {
    await look();
    losing.signal.throwIfAborted();
  };
  const release = () => {
    released = true;
    clearTimeout(timer);
    stopListening();
  };
  return { lost: losing.signal, check, release };
}

type Options = {
  readonly id: string;
  readonly exports: Exports;
  readonly gzip: boolean;
  /** Aborted when the client has left, and when the process ends. */
  readonly gone: AbortSignal;
  /** `read`: the records that were read for it. */
  readonly onEnd: (state: EndState, error: Failure, read: number) => void;
};

/** Twice as fast as the default level; the output is a tenth larger. */
const GZIP_LEVEL = 3;
const BUFFERED = 256 * 1024;
/** Number of sent bytes after which sent buffers are freed. Without this the engine frees them after about 64 MB. */
const FREED_AFTER = 8 * 1024 * 1024;

/** The bytes of an export as a stream. Its progress is noted while it is read. */
function exportStream(
  parts: AsyncIterable<StreamPart<ExportNote>>,
  { id, exports, gzip, gone, onEnd }: Options,
): Readable {
  let read = 0;
  async function* bytesOf(): AsyncGenerator<Uint8Array> {
    for await (const { bytes, note } of parts) {
      exports.advance(id, note);
      read = note.records;
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
  const over = (error: Failure) => {
    const state = stateOf(error, gone);
    exports.end(id, state, error);
    onEnd(state, error, read);
  };
  if (gzip) pipeline(source, createGzip({ level: GZIP_LEVEL, chunkSize: BUFFERED }), counted, over);
  else pipeline(source, counted, over);
  return counted;
}

type EndState = Exclude<ExportState, "running">;
type Failure = Error | null | undefined;

/** How a file ended that is not whole; null: it is (AUT-45). `lost`: aborted when the right to it is lost. */
function unfinished(state: EndState, error: Failure, lost: AbortSignal | null): ExportEnd | null {
  if (state === "done") return null;
  const isRefused = error instanceof Refusal && (error.code === "forbidden" || error.code === "unauthorized");
  return lost?.aborted || isRefused ? "refused" : state;
}

type Noted = {
  readonly gone: AbortSignal;
  readonly lost: AbortSignal | null;
  readonly note: (end: ExportEnd) => Promise<unknown>;
  readonly warn: (error: unknown) => void;
};

/** Notes the end of a file that has no progress of its own, if it is not whole. */
export function noteUnfinished(stream: Readable, { gone, lost, note, warn }: Noted): void {
  finished(stream, (error) => {
    const end = unfinished(stateOf(error, gone), error, lost);
    if (end !== null) note(end).catch(warn);
  });
}

function stateOf(error: Failure, gone: AbortSignal): EndState {
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
