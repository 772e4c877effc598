import { z } from "zod";
import { time } from "./parts.ts";

export const WirePreference = z.object({ name: z.string(), value: z.unknown(), changed_at: time });
export type WirePreference = z.output<typeof WirePreference>;
