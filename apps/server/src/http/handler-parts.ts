import type { WireSpace } from "@postil/contract/routes/info";
import type { Exports } from "../export/exports.ts";
import type { Jobs } from "../jobs/run-jobs.ts";
import type { Limits } from "../limits.ts";
import type { Accounts } from "./accounts.ts";
import type { DatasetReads } from "./dataset-reads.ts";
import type { PostilStore } from "./handler.ts";
import type { Invitations } from "./invitations.ts";
import type { KeyUses } from "./key-uses.ts";
import type { LastSeenNotes } from "./last-seen.ts";
import type { OwnPassword } from "./own-password.ts";
import type { ProviderSignIn } from "./provider-sign-in.ts";
import type { SignIn } from "./sign-in.ts";

/** The dependencies of the handlers. */
export type HandlerParts = {
  readonly store: PostilStore;
  readonly accounts: Accounts;
  readonly lastSeen: LastSeenNotes;
  readonly keyUses: KeyUses;
  readonly reads: DatasetReads;
  readonly ownPassword: OwnPassword;
  readonly signIn: SignIn;
  readonly invitations: Invitations;
  readonly providerSignIn: ProviderSignIn;
  readonly limits: Limits;
  readonly exports: Exports;
  readonly jobs: Jobs;
  readonly space: WireSpace | null;
  /** The home folder if it is configured. Null means the default place, which commands find by themselves. */
  readonly home: string | null;
};
