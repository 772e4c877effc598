import { z } from "zod";
import { id, time } from "./parts.ts";

export const WireFlag = z.object({ record_id: id, preview: z.string(), flagged_at: time });
export type WireFlag = z.output<typeof WireFlag>;

/** `record_id`: the id as text. */
export const WireTaskFlag = WireFlag.extend({ record_id: z.string() });
