import type { JobName } from "@postil/domain/jobs/job";
import { copy } from "./copy.ts";
import { deleteFound, discardFound } from "./end-records.ts";
import type { JobKind } from "./job-kind.ts";
import { purge } from "./purge.ts";

export type Kinds = { readonly [N in JobName]: JobKind };

/** Everything that is done as a job, by name: the compiler says which is missing. */
export const KINDS: Kinds = { purge, copy, delete: deleteFound, discard: discardFound };
