import { z } from "zod";
import { id, time } from "./parts.ts";

const use = { last_used_at: time.nullable(), last_used_by: z.string().nullable() };

export const WireApiKey = z.object({
  id,
  name: z.string(),
  /** The last four characters of the key. */
  ending: z.string(),
  inserted_at: time,
  expires_at: time.nullable(),
  ...use,
});
export type WireApiKey = z.output<typeof WireApiKey>;

/** A new key: only this reply contains the key itself. */
export const WireNewApiKey = WireApiKey.extend({ key: z.string() });
export type WireNewApiKey = z.output<typeof WireNewApiKey>;

/** Facts about the first key, which `/me` returns. */
export const WireFirstKey = z.object({ ending: z.string(), ...use });
export type WireFirstKey = z.output<typeof WireFirstKey>;

/** All keys of a person, the newest first. */
export const WireApiKeys = z.object({ first: WireFirstKey, items: z.array(WireApiKey) });
export type WireApiKeys = z.output<typeof WireApiKeys>;
