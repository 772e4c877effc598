import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import type { WireAdding, WireUnderstanding, WireUpload } from "@postil/contract/datasets/uploads";
import { Refusal } from "@postil/domain/refusal";
import { formatOfName } from "../import/read-rows.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import { newId } from "../new-id.ts";
import { StartFailure } from "../start-failure.ts";
import { notFoundHere, type Peers } from "../storage/peers.ts";
import { BEGINNING_KEPT_MS, KEPT_MS, PERSON_FILES, READER_MEGABYTES } from "./bounds.ts";
import { createFiles } from "./files.ts";
import { createImportCalls } from "./import-calls.ts";
import type { AddTarget, Into, Progress, Task, Wish } from "./messages.ts";
import { createReaders, FileFailure, Stopped } from "./readers.ts";
import {
  addingOf,
  asTried,
  endOf,
  endOfAdd,
  type ImportMeans,
  NOTHING_READ,
  type Person,
  takeBackAtLast,
  type Upload,
  uploadToWire,
} from "./upload.ts";

type MeansOf = (importId: string) => ImportMeans;
/** What goes on when the call is answered. */
type Running = Exclude<Task, { readonly kind: "understand" }>;

export type Uploads = ReturnType<typeof createUploads>;

/** A process that was stopped may say so long what was stored, ms. */
const LAST_WORD_WITHIN = 2000;

/** How often it looks for files that nobody uses any more, ms. */
const SWEPT_EVERY = 10 * 60_000;

export type UploadsParts = {
  /** The folder of the files; what is there at the start is removed. */
  readonly folder: string;
  /** The heap of a process that reads a file, MB. */
  readonly megabytes?: number;
  /** Processes at once that understand files, and that import. Each person has one of each. */
  readonly atOnce?: number;
  /** The other servers of the same data; none by default. */
  readonly peers?: Peers | undefined;
  readonly onError: (error: unknown) => void;
};

/** The files that people send to import. Each is seen by its sender alone, and ends with the process. */
export function createUploads({
  folder,
  atOnce = DEFAULT_LIMITS.imports,
  megabytes = READER_MEGABYTES,
  peers,
  onError,
}: UploadsParts) {
  const known = new Map<string, Upload>();
  const ends = new AbortController();
  /** By person, the files that are still coming. */
  const coming = new Map<string, number>();
  const files = createFiles(folder);
  const readers = createReaders(megabytes, atOnce, onError);

  const ofPerson = (userId: string) => [...known.values()].filter(({ person }) => person.id === userId);
  const unknown = (id: string) => notFoundHere(`Upload with id \`${id}\``, peers);
  const find = (userId: string, id: string): Upload => {
    const upload = known.get(id);
    if (upload?.person.id !== userId) throw unknown(id);
    upload.usedAt = Date.now();
    return upload;
  };
  const remove = async (upload: Upload): Promise<void> => {
    known.delete(upload.id);
    upload.running?.stop.abort();
    await readers.end(upload.id);
    await upload.running?.over;
    await files.remove(upload.id, upload.person.id, upload.bytes + upload.tableBytes);
    await files.removeTable(upload.id);
  };
  const removeOf = async (userId: string): Promise<void> => void (await Promise.all(ofPerson(userId).map(remove)));
  const sweep = () => {
    const now = Date.now();
    for (const upload of known.values()) {
      const kept = upload.isBeginning ? BEGINNING_KEPT_MS : KEPT_MS;
      if (upload.running === null && now - upload.usedAt > kept) void remove(upload).catch(onError);
    }
  };
  const timer = setInterval(sweep, SWEPT_EVERY).unref();

  const fileData = ({ id, file }: Upload) => ({ path: files.pathOf(id), name: file, refused: files.tableOf(id) });
  const refuseRunning = ({ begins, state, file }: Upload) => {
    if (begins || state === "checking" || state === "storing")
      throw new Refusal("conflict", `"${file}" is being imported; wait until that has ended.`);
  };
  const refuseToBegin = (upload: Upload) => {
    refuseRunning(upload);
    if (upload.isBeginning)
      throw new Refusal("unprocessable", `This is only the beginning of "${upload.file}": import the whole file.`);
  };
  const understand = async (
    upload: Upload,
    wish: Wish,
    left: AbortSignal,
    into: Into | null = null,
  ): Promise<WireUnderstanding> => {
    const { id, person } = upload;
    const task = { kind: "understand", wish, into } as const;
    const doing = { task, who: person.key, call: null, tell: () => {}, left };
    try {
      const done = await readers.run(id, fileData(upload), doing);
      if (done.kind !== "understood") throw new Error("What was asked is not what was done.");
      return done.understanding;
    } catch (error) {
      throw error instanceof Stopped
        ? unknown(id)
        : error instanceof FileFailure
          ? new Refusal("unprocessable", error.message)
          : error;
    }
  };
  const advance = (upload: Upload, { tableBytes, added, ...progress }: Progress) => {
    try {
      files.grow(upload.person.id, tableBytes - upload.tableBytes);
      Object.assign(upload, progress, { tableBytes });
      if (upload.adding && added) upload.adding = { ...upload.adding, ...added };
    } catch (error) {
      const why = error instanceof Error ? error.message : "";
      void readers.end(upload.id, new FileFailure(`The table of refused rows has no room. ${why}`));
    }
  };
  const runImport = async (upload: Upload, task: Running, importId: string, means: ImportMeans, stop: AbortSignal) => {
    const calls = createImportCalls(means.call, importId, stop);
    const { call } = calls;
    const tell = (progress: Progress) => advance(upload, progress);
    const doing = { task, who: upload.person.key, call, tell, left: stop };
    const begun = performance.now();
    try {
      await files.removeTable(upload.id);
      const done = await readers.run(upload.id, fileData(upload), doing);
      if (done.kind !== "imported") throw new Error("What was asked is not what was done.");
      Object.assign(upload, task.kind === "add" ? endOfAdd(task.target) : { state: "done", ...calls.whole() });
    } catch (error) {
      // No call may store anything after the dataset is removed.
      await calls.over();
      if (!(error instanceof FileFailure || error instanceof Stopped)) onError(error);
      const made = calls.whole();
      // Whoever stopped it came too late: the dataset is published.
      if (made !== null) return void Object.assign(upload, { state: "done", stored: upload.total, ...made });
      if (task.kind === "import") {
        await takeBackAtLast(means, importId, ends.signal).catch(onError);
        upload.stored = 0;
      }
      Object.assign(upload, await endOf(error, means, upload, peers?.wasAway(begun) ?? false));
    } finally {
      Object.assign(upload, { endedAt: Date.now(), usedAt: Date.now(), running: null });
      means.over();
    }
  };
  /** Begins what was asked, and answers at once. What an earlier import said of the file goes. */
  const run = (upload: Upload, task: Running, adding: WireAdding | null, meansOf: MeansOf): WireUpload => {
    files.grow(upload.person.id, -upload.tableBytes);
    Object.assign(upload, {
      ...NOTHING_READ,
      ...{ state: "checking", startedAt: Date.now(), adding },
    });
    const stop = new AbortController();
    const importId = task.kind === "import" ? task.target.importId : newId();
    const over = runImport(upload, task, importId, meansOf(importId), stop.signal);
    if (upload.state === "checking") upload.running = { stop, over };
    return uploadToWire(upload);
  };
  return {
    /** Keeps a file. Refused before anything is read: a name that tells no format, or too many files. */
    add: async (
      person: Person,
      file: string,
      content: { readonly bytes: number | null; readonly parts: AsyncIterable<Uint8Array> },
      isBeginning = false,
    ): Promise<WireUpload> => {
      refuseName(file);
      const under = coming.get(person.id) ?? 0;
      if (ofPerson(person.id).length + under >= PERSON_FILES)
        throw new Refusal(
          "unprocessable",
          `You have ${PERSON_FILES} files here already, the most there may be. Remove one first.`,
        );
      const id = newId();
      coming.set(person.id, under + 1);
      const bytes = await files.add(id, person.id, content).finally(() => {
        const left = (coming.get(person.id) ?? 1) - 1;
        if (left > 0) coming.set(person.id, left);
        else coming.delete(person.id);
      });
      const upload: Upload = {
        id,
        person,
        file,
        isBeginning,
        bytes,
        ...NOTHING_READ,
        state: "ready",
        adding: null,
        tried: null,
        startedAt: null,
        usedAt: Date.now(),
        begins: false,
        running: null,
      };
      known.set(id, upload);
      return uploadToWire(upload);
    },
    list: (userId: string): WireUpload[] => ofPerson(userId).map(uploadToWire).reverse(),
    get: (userId: string, id: string): WireUpload => uploadToWire(find(userId, id)),
    /** `into`: the dataset that is there, if it makes no new one. */
    understand: async (
      userId: string,
      id: string,
      wish: Wish,
      left: AbortSignal,
      into: Into | null = null,
    ): Promise<WireUnderstanding> => {
      const upload = find(userId, id);
      refuseRunning(upload);
      return understand(upload, wish, left, into);
    },
    /** Adds the rows to a dataset that is there, or only tries it. */
    addRows: async (
      userId: string,
      id: string,
      said: { readonly wish: Wish; readonly target: AddTarget; readonly asTried: boolean },
      options: { readonly left: AbortSignal; readonly means: MeansOf },
    ): Promise<WireUpload> => {
      const upload = find(userId, id);
      refuseToBegin(upload);
      const { wish, target } = said.asTried ? asTried(upload, said.target) : said;
      upload.begins = true;
      try {
        const { fault } = await understand(upload, wish, options.left, target.into);
        if (fault !== null) throw new Refusal("unprocessable", fault);
        // The file may have been removed meanwhile.
        find(userId, id);
        if (options.left.aborted) throw new Refusal("conflict", `Nobody waits for the import of "${upload.file}".`);
      } finally {
        upload.begins = false;
      }
      const adding = addingOf(upload, target);
      const { existing, overwrite } = target;
      upload.tried = target.isDry ? { wish, asked: { existing, overwrite } } : null;
      return run(upload, { kind: "add", wish, target }, adding, options.means);
    },
    /** Begins the import, and answers at once. `refuse`: refuses a dataset of that name in that workspace. */
    begin: async (
      userId: string,
      id: string,
      wish: Wish,
      options: {
        readonly workspaceId: string;
        readonly username: string;
        readonly left: AbortSignal;
        /** Returns the name of the workspace. */
        readonly refuse: (name: string, family: "feedback" | "task") => Promise<string>;
        readonly means: MeansOf;
      },
    ): Promise<WireUpload> => {
      const upload = find(userId, id);
      refuseToBegin(upload);
      upload.begins = true;
      let workspace: string;
      try {
        const { dataset, task, fault, ...doubts } = await understand(upload, wish, options.left);
        const made = fault === null ? (dataset ?? task) : null;
        if (!made) throw new Refusal("unprocessable", fault ?? "The file makes no dataset.");
        const asked = [...doubts.asked, ...doubts.unsaid];
        if (asked.length > 0) throw new Refusal("unprocessable", asked.join("\n"));
        workspace = await options.refuse(made.name, task === null ? "feedback" : "task");
        // The file may have been removed meanwhile.
        find(userId, id);
        // The caller was told that it did not begin, or has gone: nobody would know of the import.
        if (options.left.aborted) throw new Refusal("conflict", `Nobody waits for the import of "${upload.file}".`);
      } finally {
        upload.begins = false;
      }
      const { workspaceId, username } = options;
      const target = { workspaceId, workspace, importId: newId(), sender: { id: userId, username } };
      return run(upload, { kind: "import", wish, target }, null, options.means);
    },
    /** The table of refused rows; 404 before an import has written it. */
    refusedRows: (userId: string, id: string): { readonly stream: Readable; readonly file: string } => {
      const upload = find(userId, id);
      const isThere = upload.state !== "checking" && upload.tableBytes > 0;
      if (!isThere)
        throw new Refusal("not_found", `"${upload.file}" has no refused rows: nothing of it was checked yet.`);
      return { stream: createReadStream(files.tableOf(id)), file: upload.file };
    },
    /**
     * Of an import that runs, what it stored is removed, unless it was added to a dataset that is there. The file stays: its
     * person may say otherwise and begin again.
     */
    remove: async (userId: string, id: string): Promise<void> => {
      const upload = find(userId, id);
      if (upload.running === null) return remove(upload);
      const { stop, over } = upload.running;
      stop.abort();
      // A process that adds rows ends at its next call: until then it says what the last one has stored.
      const late = upload.adding ? setTimeout(() => void readers.end(id), LAST_WORD_WITHIN).unref() : undefined;
      if (!upload.adding) await readers.end(id);
      await over;
      // The next thing that is done with the file is not stopped.
      clearTimeout(late);
    },
    removeOf,
    /** Removes the files of people who are not there any more. */
    removeOfGone: (isThere: (userId: string) => Promise<boolean>): void => {
      for (const userId of new Set([...known.values()].map(({ person }) => person.id)))
        void isThere(userId)
          .then((there) => (there ? undefined : removeOf(userId)))
          .catch(onError);
    },
    close: async (): Promise<void> => {
      clearInterval(timer);
      ends.abort();
      for (const { running } of known.values()) running?.stop.abort();
      await readers.close();
      await Promise.all([...known.values()].map(({ running }) => running?.over));
    },
  };
}

function refuseName(file: string): void {
  try {
    formatOfName(file);
  } catch (error) {
    throw error instanceof StartFailure ? new Refusal("unprocessable", error.message) : error;
  }
}
