import type { Exports } from "../export/exports.ts";
import type { Jobs } from "../jobs/run-jobs.ts";
import type { Limits } from "../limits.ts";
import type { Accounts } from "./accounts.ts";
import type { PostilStore } from "./handler.ts";
import type { SignIn } from "./sign-in.ts";

/** What handlers are made of. */
export type HandlerParts = {
  readonly store: PostilStore;
  readonly accounts: Accounts;
  readonly signIn: SignIn;
  readonly limits: Limits;
  readonly exports: Exports;
  readonly jobs: Jobs;
};
