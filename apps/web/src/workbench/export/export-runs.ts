import type { CallReply } from "@postil/contract/call";
import { exportFileName } from "@postil/domain/exports/export-shape";
import { elsewhereText } from "../../lib/api/elsewhere.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { createEmitter } from "../../lib/emitter.ts";
import { saveFile } from "../../lib/save-file.ts";
import { onSessionChange } from "../../lib/session/store.ts";
import { clearUnsaved, flagUnsaved } from "../../lib/unsaved.ts";
import type { ExportApi, ExportWish } from "./export-wish.ts";

/** An export of this page, also while its dialog is hidden. */
export type ExportRun = {
  readonly wish: ExportWish;
  readonly file: string;
  readonly state: "running" | "done" | "stopped" | "failed";
  /** Null until the server has started. */
  readonly progress: CallReply<"getExport"> | null;
  /** Bytes that have arrived. */
  readonly bytes: number;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** The reason of the failure, if the server gave one. */
  readonly detail: string | null;
};

const runs = new Map<string, ExportRun>();
const stops = new Map<string, AbortController>();
const changed = createEmitter<void>();

export const onRunsChange = changed.on;
export const runOf = (datasetId: string): ExportRun | null => runs.get(datasetId) ?? null;

function put(datasetId: string, change: Partial<ExportRun>): void {
  const run = runs.get(datasetId);
  if (!run) return;
  runs.set(datasetId, { ...run, ...change });
  changed.emit();
}

export function forgetRun(datasetId: string): void {
  runs.delete(datasetId);
  changed.emit();
}

export const stopRun = (datasetId: string): void => stops.get(datasetId)?.abort();

/** A sign-out stops the user's exports. The next user does not see them. */
onSessionChange((session) => {
  if (session.status !== "anonymous") return;
  for (const stop of stops.values()) stop.abort();
  runs.clear();
  changed.emit();
});

const ASKED_EVERY = 500;
/** How often the server is asked at the end what it sent. */
const ASKED_TIMES = 10;
const isOver = (run: ExportRun | null): boolean => (run?.progress?.state ?? "running") !== "running";

/** Runs an export to its end. The page holds the data until then, so the browser asks before leaving (EXP-04). */
export async function startRun(api: ExportApi, datasetId: string, name: string, wish: ExportWish): Promise<void> {
  const stop = new AbortController();
  stops.set(datasetId, stop);
  const file = exportFileName(name, wish);
  const first = { progress: null, bytes: 0, startedAt: Date.now(), endedAt: null, detail: null };
  runs.set(datasetId, { wish, file, state: "running", ...first });
  changed.emit();
  const unsaved = `export ${datasetId}`;
  flagUnsaved(unsaved);
  const state = await download(wish.shown?.api ?? api, datasetId, file, wish, stop.signal);
  clearUnsaved(unsaved);
  put(datasetId, { state, endedAt: Date.now() });
}

async function download(api: ExportApi, datasetId: string, file: string, wish: ExportWish, signal: AbortSignal) {
  let ask = async () => {};
  let timer = 0;
  try {
    const opened = await api.open(wish, signal);
    ask = async () => {
      // If the progress cannot be read now, the next request will show it.
      const progress = await opened.progress().catch((error: unknown) => {
        const detail = elsewhereText(error, "export");
        if (detail !== null) put(datasetId, { detail });
        return null;
      });
      if (progress) put(datasetId, { progress, detail: null });
    };
    timer = window.setInterval(ask, ASKED_EVERY);
    await ask();
    const bytes = await collect(opened.body, (count) => put(datasetId, { bytes: count }));
    for (let times = 0; times < ASKED_TIMES && !isOver(runOf(datasetId)); times++) {
      if (times > 0) await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY));
      signal.throwIfAborted();
      await ask();
    }
    // A proxy may end a reply that was cut off as if it were whole. The server knows how much it sent.
    const { state, bytes: sent } = runOf(datasetId)?.progress ?? {};
    if (state !== "done" || sent !== bytes.size) return "failed";
    saveFile(file, bytes);
    return "done";
  } catch (error) {
    if (signal.aborted) return "stopped";
    await ask();
    const detail = runOf(datasetId)?.progress?.detail ?? detailOf(error);
    put(datasetId, { detail });
    return "failed";
  } finally {
    window.clearInterval(timer);
  }
}

function detailOf(error: unknown): string | null {
  const elsewhere = elsewhereText(error, "snapshot");
  if (elsewhere !== null) return elsewhere;
  const body = failureOf(error)?.body;
  const detail = typeof body === "object" && body !== null && "detail" in body ? body.detail : null;
  return typeof detail === "string" ? detail : null;
}

/** Bytes kept as chunks before they go into a blob. The browser can move a blob to disk. */
const IN_MEMORY = 8 * 1024 * 1024;

async function collect(body: ReadableStream<Uint8Array<ArrayBuffer>>, onBytes: (count: number) => void): Promise<Blob> {
  const reader = body.getReader();
  let whole = new Blob();
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let pending = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value);
    pending += read.value.length;
    if (pending < IN_MEMORY) continue;
    whole = new Blob([whole, ...parts]);
    onBytes(whole.size);
    parts = [];
    pending = 0;
  }
  whole = new Blob([whole, ...parts]);
  onBytes(whole.size);
  return whole;
}
