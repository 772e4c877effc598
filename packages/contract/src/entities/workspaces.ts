import { PERSON_STATES } from "@postil/domain/accounts/people";
import { ROLES } from "@postil/domain/accounts/users";
import { z } from "zod";
import { WireWorkspace } from "./accounts.ts";
import { id, time } from "./parts.ts";

const count = z.number().int();
const name = { first_name: z.string(), last_name: z.string().nullable(), username: z.string() };

export const WireWorkspaceSummary = WireWorkspace.extend({
  members: count,
  first_members: z.array(z.object(name)),
  datasets: count,
  records: count,
  last_activity_at: time.nullable(),
});
export type WireWorkspaceSummary = z.output<typeof WireWorkspaceSummary>;

export const WireWorkspaceOverview = z.object({
  workspace: WireWorkspace,
  members: z.array(z.object({ id, ...name, role: z.enum(ROLES), state: z.enum(PERSON_STATES), since: time })),
  /** `id`: `workspace.name` for a task dataset. */
  datasets: z.array(z.object({ id: z.string(), name: z.string(), task: z.string(), records: count, answered: count })),
});
export type WireWorkspaceOverview = z.output<typeof WireWorkspaceOverview>;
