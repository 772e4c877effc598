import type { ApiFailure } from "./failure.ts";

/** The longest wait that a reply can ask for, ms. Later nobody would know why their work is still on the device. */
const LONGEST_WAIT = 3_600_000;

/** The wait that the reply asked for, ms. Null when it named no number of seconds. */
export const namedWait = ({ retryAfter }: ApiFailure): number | null =>
  /^\d+$/.test(retryAfter ?? "") ? Math.min(LONGEST_WAIT, Number(retryAfter) * 1000) : null;
