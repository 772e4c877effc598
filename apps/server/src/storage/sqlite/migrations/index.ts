import { start } from "./0001-start.ts";
import { taskDatasets } from "./0002-task-datasets.ts";
import { search } from "./0003-search.ts";
import { ownLists } from "./0004-own-lists.ts";
import { pictureHosts } from "./0005-picture-hosts.ts";
import { clock } from "./0006-clock.ts";
import { datasetKeys } from "./0007-dataset-keys.ts";
import { changedBlocks } from "./0008-changed-blocks.ts";
import { jobs } from "./0009-jobs.ts";
import { taskRecords } from "./0010-task-records.ts";
import { taskSettings } from "./0011-task-settings.ts";
import { providerAccounts } from "./0012-provider-accounts.ts";
import { jobTries } from "./0013-job-tries.ts";
import { sessionsAndAudit } from "./0014-sessions-and-audit.ts";
import { people } from "./0015-people.ts";
import { invitations } from "./0016-invitations.ts";
import { ownSettings } from "./0017-own-settings.ts";
import { broughtHashes } from "./0018-brought-hashes.ts";
import { auditRepeats } from "./0019-audit-repeats.ts";
import { auditWho } from "./0020-audit-who.ts";
import { imports } from "./0022-imports.ts";
import { auditNames } from "./0024-audit-names.ts";

/**
 * What is derived from the records of both families, the values that records of task datasets are searched by, or, in both, those of
 * whole numbers beyond 2^53.
 */
export type Rebuilt = "everything" | "task values" | "whole numbers";

export type Migration = {
  readonly name: string;
  readonly sql: string;
  /** What must be written anew with it. */
  readonly rebuilds?: Rebuilt;
};

/** In order; the number of those applied is the database's `user_version`. Entries are never changed once released. */
export const migrations: readonly Migration[] = [
  { name: "start", sql: start },
  { name: "task datasets", sql: taskDatasets },
  { name: "search", sql: search, rebuilds: "everything" },
  { name: "own lists", sql: ownLists },
  { name: "picture hosts", sql: pictureHosts },
  { name: "clock", sql: clock },
  { name: "dataset keys", sql: datasetKeys },
  { name: "changed blocks", sql: changedBlocks },
  { name: "jobs", sql: jobs },
  { name: "task records", sql: taskRecords },
  { name: "task settings", sql: taskSettings },
  { name: "provider accounts", sql: providerAccounts },
  { name: "job tries", sql: jobTries },
  { name: "sessions and audit", sql: sessionsAndAudit },
  { name: "people", sql: people },
  { name: "invitations", sql: invitations },
  { name: "own settings", sql: ownSettings },
  { name: "brought hashes", sql: broughtHashes },
  { name: "audit repeats", sql: auditRepeats },
  { name: "audit who", sql: auditWho },
  // Times of task records were kept to the millisecond.
  { name: "times to the microsecond", sql: "", rebuilds: "task values" },
  { name: "imports", sql: imports },
  // They were rounded.
  { name: "whole numbers of any size", sql: "", rebuilds: "whole numbers" },
  { name: "audit names", sql: auditNames },
];
