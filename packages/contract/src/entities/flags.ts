import { z } from "zod";
import { id, time } from "./parts.ts";

export const WireFlag = z.object({ record_id: id, preview: z.string(), flagged_at: time });
export type WireFlag = z.output<typeof WireFlag>;
