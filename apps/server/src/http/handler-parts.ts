import type { CommandLine, WireSpace } from "@postil/contract/info";
import type { PasswordRules } from "@postil/domain/accounts/passwords";
import type { Backups } from "../backup/backups.ts";
import type { Compaction } from "../backup/compact.ts";
import type { Outgoing } from "../client/api-client.ts";
import type { Exports } from "../export/exports.ts";
import type { Jobs } from "../jobs/run-jobs.ts";
import type { Limits } from "../limits.ts";
import type { Snapshots } from "../snapshots/keep.ts";
import type { RequestOrigin } from "../storage/store.ts";
import type { Uploads } from "../uploads/uploads.ts";
import type { ServerState } from "../watch/state.ts";
import type { Webhooks } from "../webhooks/deliver.ts";
import type { Accounts } from "./authenticate.ts";
import type { PostilStore } from "./handler.ts";
import type { DatasetReads, KeyUses, LastSeenNotes } from "./notes.ts";
import type { ProviderSignIn } from "./provider-sign-in.ts";
import type { Invitations, OwnPassword, SignIn } from "./sign-in.ts";

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
  readonly passwords: PasswordRules;
  readonly exports: Exports;
  readonly jobs: Jobs;
  readonly uploads: Uploads;
  readonly snapshots: Snapshots;
  readonly webhooks: Webhooks;
  readonly backups: Backups;
  readonly state: Pick<ServerState, "warnings">;
  readonly compaction: Compaction;
  /** Notes a failure that no caller hears of. */
  readonly warn: (error: unknown) => void;
  /** True if the disk is full. */
  readonly isFull: () => boolean;
  /** Makes a call of this server without a connection, as if it came from there. */
  readonly inside: (
    outgoing: Outgoing,
    from: RequestOrigin,
  ) => Promise<{ readonly status: number; readonly text: string }>;
  readonly space: WireSpace | null;
  readonly commandLine: CommandLine;
  /** The secret of this server's pseudonyms. It is made when the first are wanted. */
  readonly pseudonymSecret: () => string;
};
