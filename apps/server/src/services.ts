import { type Backups, type BackupsParts, createBackups } from "./backup/backups.ts";
import { type Compaction, createCompaction } from "./backup/compact.ts";
import { createExports, type Exports } from "./export/exports.ts";
import { type Accounts, createAccounts } from "./http/authenticate.ts";
import type { PostilStore } from "./http/handler.ts";
import { createIntake, type Intake } from "./http/intake/intake.ts";
import { type Jobs, runJobs } from "./jobs/run-jobs.ts";
import type { Limits } from "./limits.ts";
import { createSnapshots, type Snapshots, type SnapshotsParts } from "./snapshots/keep.ts";
import { ALONE } from "./storage/peers.ts";
import { createUploads, type Uploads, type UploadsParts } from "./uploads/uploads.ts";
import { operatorAsCaller } from "./usecases/accounts/operator.ts";
import { createServerState, type ServerState, type ServerStateParts } from "./watch/state.ts";
import { createAddresses } from "./webhooks/addresses.ts";
import { type DeliverParts, deliverEvents, type Webhooks } from "./webhooks/deliver.ts";

/** Services that the server runs beside its store, independent of HTTP. */
export type Services = {
  readonly accounts: Accounts;
  readonly exports: Exports;
  readonly jobs: Jobs;
  readonly expiry: Expiry;
  readonly intake: Intake;
  readonly uploads: Uploads;
  readonly snapshots: Snapshots;
  readonly webhooks: Webhooks;
  readonly backups: Backups;
  readonly state: ServerState;
  readonly compaction: Compaction;
};

type ServicesParts = {
  readonly store: PostilStore;
  readonly limits: Limits;
  /** The key for operators on the server's own machine. It has the rights of an owner, whatever the accounts say. */
  readonly operatorKey: string;
  readonly uploads: Pick<UploadsParts, "folder" | "megabytes">;
  readonly snapshots: SnapshotsParts;
  readonly webhooks: Pick<DeliverParts, "warn" | "patienceMs"> & {
    /** Addresses and networks inside the server's own network that webhooks may call. */
    readonly inside: readonly string[];
  };
  readonly backups: Pick<BackupsParts, "home" | "schedule" | "folder" | "refusal" | "now">;
  readonly state: Omit<ServerStateParts, "store">;
  readonly onError: (error: unknown) => void;
};

/** Starts the services; they stop with the app that uses them. */
export function startServices(parts: ServicesParts): Services {
  const { store, limits, operatorKey, uploads, onError } = parts;
  const kept = createSnapshots({ store, ...parts.snapshots });
  const { hear, tell } = store.peers ?? ALONE;
  const running = runJobs(store, { snapshot: kept.take }, onError);
  let swept = kept.sweep().catch(onError);
  const sweep = () => {
    swept = swept.then(kept.sweep).catch(onError);
  };
  hear("jobs", sweep);
  const jobs: Jobs = {
    ...running,
    // What is removed for good may have snapshots, whose files another server may have.
    wake: () => {
      running.wake();
      tell("jobs");
      sweep();
    },
    stop: async () => {
      await running.stop();
      await swept;
    },
  };
  const { inside, ...webhooks } = parts.webhooks;
  return {
    accounts: createAccounts(store, operatorKey),
    exports: createExports(),
    jobs,
    snapshots: kept,
    expiry: expireDeleted({ store, jobs, keepDays: limits.keepDeletedDays, after: swept, onError }),
    intake: createIntake({ store, limits }),
    uploads: createUploads({ ...uploads, peers: store.peers, atOnce: limits.imports, onError }),
    webhooks: deliverEvents({ store, addresses: createAddresses(inside), onError, ...webhooks }),
    backups: createBackups({ store, keepSnapshots: kept.keepDuring, onError, ...parts.backups }),
    state: createServerState({ store, ...parts.state }),
    compaction: createCompaction({ store, home: parts.backups.home, onError }),
  };
}

/** How often the server looks for deleted datasets whose time is over, and the one of several for imports of others that ended. */
const EVERY_MS = { alone: 3_600_000, ofSeveral: 60_000 };

type Expiry = { stop(): Promise<void> };

type ExpiryParts = {
  readonly store: Pick<PostilStore, "read" | "write" | "peers">;
  readonly jobs: Pick<Jobs, "wake">;
  readonly keepDays: number;
  /** The files of snapshots are known then, so that those of datasets whose time is over can go at once. */
  readonly after: Promise<void>;
  readonly onError: (error: unknown) => void;
};

/** Takes back the imports whose server is gone: all, where there is one server and it starts. */
export async function takeBackLeftImports(store: Pick<PostilStore, "read" | "write" | "peers">): Promise<boolean> {
  const among = await store.read("listImports", operatorAsCaller, undefined);
  if (among.length === 0) return false;
  const living = (await store.peers?.living()) ?? [];
  await store.write("takeBackImports", operatorAsCaller, { among, living });
  return true;
}

/**
 * Removes deleted datasets whose time is over (BIN-05): at the start, and then every hour. A few per call, so that others
 * write in between; jobs remove their rows. One of several servers does it, and also takes back the imports of those that ended.
 */
function expireDeleted({ store, jobs, keepDays, after, onError }: ExpiryParts): Expiry {
  let stopped = false;
  const { hasDuty, onDuty } = store.peers ?? ALONE;
  const look = async () => {
    if (!hasDuty()) return;
    if (store.peers && (await takeBackLeftImports(store))) jobs.wake();
    while (!stopped && (await store.read("hasExpired", null, { keepDays }))) {
      await store.write("removeExpired", null, { keepDays });
      jobs.wake();
    }
  };
  let looking = after;
  const lookNow = () => {
    looking = looking.then(look).catch(onError);
  };
  onDuty(lookNow);
  const timer = setInterval(lookNow, store.peers ? EVERY_MS.ofSeveral : EVERY_MS.alone);
  timer.unref();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await looking;
    },
  };
}
