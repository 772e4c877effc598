import { readFile } from "node:fs/promises";
import { backupsToWire, storeFileToWire, warningToWire } from "@postil/contract/accounts/administration-mapping";
import { jobToWire } from "@postil/contract/datasets/mapping";
import { WIRE_VERSION, type WireEngine, type WireMemory } from "@postil/contract/info";
import { operatorAsCaller } from "../../usecases/accounts/operator.ts";
import { forbidden } from "../../usecases/refuse.ts";
import { VERSION } from "../../version.ts";
import { type Handlers, noBody } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

/** Postil has no separate search engine. Clients that ask for one get data that they can read. */
const ENGINE: WireEngine = {
  name: "postil",
  cluster_name: "postil",
  cluster_uuid: "embedded",
  version: {
    number: "2.12.0",
    build_type: "embedded",
    build_hash: "none",
    build_date: "2024-01-01T00:00:00Z",
    build_snapshot: false,
    lucene_version: "9.9.2",
    minimum_wire_compatibility_version: "7.10.0",
    minimum_index_compatibility_version: "7.0.0",
  },
  tagline: "Records are searched inside Postil",
};

const PAGE_BYTES = 4096;
const NAMES = ["vms", "rss", "shared", "text", "lib", "data", "dirty"] as const;

const shown = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)}M`;

/** Memory use of the process, as texts like `101M`. Values that the system does not tell are `0M`. */
async function memoryUse(): Promise<WireMemory> {
  const pages = await readFile("/proc/self/statm", "utf8").catch(() => null);
  const bytes = pages?.split(" ").map((count) => Number(count) * PAGE_BYTES) ?? [0, process.memoryUsage.rss()];
  const entries = NAMES.map((name, index) => [name, shown(bytes[index] ?? 0)] as const);
  return Object.fromEntries(entries) as WireMemory; // the names are those of the type
}

/** The server itself, its jobs, its imports and its backups. */
export function serverHandlers(parts: HandlerParts) {
  const { store, jobs, space, commandLine, backups, state, compaction } = parts;
  const version = { version: WIRE_VERSION };
  return {
    getVersion: async () => version,
    getServerVersion: async () => ({ version: VERSION, wire: WIRE_VERSION }),
    getHome: async () => commandLine,
    getStatus: async () => ({ ...version, search_engine: ENGINE, memory: await memoryUse() }),
    getSettings: async () =>
      space === null
        ? { argilla: {} }
        : { argilla: { show_huggingface_space_persistent_storage_warning: true }, huggingface: space },
    getInfoV0: async () => version,
    getStatusV0: async () => ({ ...version, elasticsearch: ENGINE, mem_info: await memoryUse() }),

    listJobs: async ({ query }, { caller }) => {
      const found = await store.read("listJobs", caller, { datasetId: query.dataset_id ?? null });
      return { items: found.map(jobToWire) };
    },
    changeJob: async ({ params, body }, { caller }) => {
      const job = await store.write("changeJob", caller, { jobId: params.job_id, stopped: body.stopped });
      jobs.wake();
      return jobToWire(job);
    },

    beginImport: ({ params, body }, { caller }) =>
      noBody(
        store.write("beginImport", caller, {
          ...{ importId: params.import_id, datasetId: body.dataset_id },
          server: store.peers?.id,
        }),
      ),
    endImport: ({ params }, { caller }) => noBody(store.write("endImport", caller, { importId: params.import_id })),
    takeBackImport: async ({ params }, { caller }) => {
      await store.write("takeBackImport", caller, { importId: params.import_id });
      jobs.wake();
      return null;
    },

    // The route table says that these calls are for owners.
    getServerState: async () => ({
      backups: backupsToWire(backups.state()),
      warnings: state.warnings().map(warningToWire),
    }),
    makeBackup: async ({ body }, { caller }) => {
      // A path is one of the server's machine, so only somebody at that machine gives one.
      if (body.path !== null && caller?.id !== operatorAsCaller.id) throw forbidden();
      return { id: backups.make(body, caller) };
    },
    getStoreFile: async () => storeFileToWire(await compaction.state()),
    compactStore: async (_, { caller }) => ({ id: await compaction.begin(caller) }),
  } satisfies Partial<Handlers>;
}
