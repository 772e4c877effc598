import { PERSON_STATES } from "@postil/domain/accounts/people";
import { ROLES } from "@postil/domain/accounts/users";
import { z } from "zod";
import { id, time } from "./parts.ts";

export const WirePerson = z.object({
  id,
  first_name: z.string(),
  last_name: z.string().nullable(),
  username: z.string(),
  role: z.enum(ROLES),
  state: z.enum(PERSON_STATES),
  invited_until: time.nullable(),
  provider: z.string().nullable(),
  has_password: z.boolean(),
  workspaces: z.array(z.object({ id, name: z.string(), since: time })),
  last_seen: z.object({ at: time, by_key: z.boolean() }).nullable(),
  keys: z.number().int().nullable(),
  inserted_at: time,
  updated_at: time,
});
export type WirePerson = z.output<typeof WirePerson>;

const count = z.number().int();

export const WirePersonWork = z.object({
  answers: count,
  datasets: count,
  annotations: count,
  rules: count,
  task_datasets: count,
  drafts: count,
  keys: count,
});
export type WirePersonWork = z.output<typeof WirePersonWork>;
