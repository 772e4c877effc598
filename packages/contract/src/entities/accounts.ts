import { ROLES } from "@postil/domain/accounts/users";
import { z } from "zod";
import { id, time } from "./parts.ts";

export const WireUser = z.object({
  id,
  first_name: z.string(),
  last_name: z.string().nullable(),
  username: z.string(),
  role: z.enum(ROLES),
  api_key: z.string(),
  inserted_at: time,
  updated_at: time,
});
export type WireUser = z.output<typeof WireUser>;

/** The older form of a user: without nulls, with the names of the workspaces (contract api-v0 section 2, AUT-06). */
export const WireUserV0 = z.object({
  id,
  first_name: z.string(),
  last_name: z.string().optional(),
  full_name: z.string(),
  username: z.string(),
  role: z.enum(ROLES),
  workspaces: z.array(z.string()),
  api_key: z.string(),
  inserted_at: time,
  updated_at: time,
});
export type WireUserV0 = z.output<typeof WireUserV0>;

export const WireWorkspace = z.object({ id, name: z.string(), inserted_at: time, updated_at: time });
export type WireWorkspace = z.output<typeof WireWorkspace>;

export const WireToken = z.object({ access_token: z.string(), token_type: z.literal("bearer") });

/** `title`: the name shown to people. */
export const WireProvider = z.object({ name: z.string(), title: z.string().optional() });
