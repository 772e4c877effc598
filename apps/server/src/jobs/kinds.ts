import type { JobName } from "@postil/domain/jobs/job";
import { copy } from "./copy.ts";
import { deleteFound, discardFound } from "./end-records.ts";
import type { JobKind } from "./job-kind.ts";
import { purge } from "./purge.ts";

export type Kinds = { readonly [N in JobName]: JobKind };

/** All kinds of jobs by name. The compiler reports a missing one. */
export const KINDS: Kinds = { purge, copy, delete: deleteFound, discard: discardFound };
