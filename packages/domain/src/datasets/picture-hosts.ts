import type { TextLimits } from "./names.ts";

/** Most picture hosts of one dataset. */
export const MOST_PICTURE_HOSTS = 50;

/** A host in the form of `URL.host`: lower case, a name or an address, and the port if it is not the default one. */
export const PICTURE_HOST = {
  min: 1,
  max: 255,
  pattern: /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/,
} as const satisfies TextLimits;
