import { createExports, type Exports } from "./export/exports.ts";
import { type Accounts, createAccounts } from "./http/authenticate.ts";
import type { PostilStore } from "./http/handler.ts";
import { createIntake, type Intake } from "./http/intake/intake.ts";
import { type Expiry, removeExpired } from "./jobs/expiry.ts";
import { type Jobs, runJobs } from "./jobs/run-jobs.ts";
import type { Limits } from "./limits.ts";
import { createUploads, type Uploads, type UploadsParts } from "./uploads/uploads.ts";

/** Services that the server runs beside its store, independent of HTTP. */
export type Services = {
  readonly accounts: Accounts;
  readonly exports: Exports;
  readonly jobs: Jobs;
  readonly expiry: Expiry;
  readonly intake: Intake;
  readonly uploads: Uploads;
};

type ServicesParts = {
  readonly store: PostilStore;
  readonly limits: Limits;
  /** The key for operators on the server's own machine. It has the rights of an owner, whatever the accounts say. */
  readonly operatorKey: string;
  readonly uploads: Pick<UploadsParts, "folder" | "megabytes">;
  readonly onError: (error: unknown) => void;
};

/** Starts the services; they stop with the app that uses them. */
export function startServices({ store, limits, operatorKey, uploads, onError }: ServicesParts): Services {
  const jobs = runJobs(store, {}, onError);
  return {
    accounts: createAccounts(store, operatorKey),
    exports: createExports(),
    jobs,
    expiry: removeExpired({ store, jobs, keepDays: limits.keepDeletedDays, onError }),
    intake: createIntake({ store, limits }),
    uploads: createUploads({ ...uploads, onError }),
  };
}
