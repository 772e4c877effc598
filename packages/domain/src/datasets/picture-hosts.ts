import type { TextLimits } from "./names.ts";

/** Of one dataset. */
export const MOST_PICTURE_HOSTS = 50;

/** A host as `URL.host` spells it: small letters, a name or an address, the port where it is not the usual one. */
export const PICTURE_HOST = {
  min: 1,
  max: 255,
  pattern: /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/,
} as const satisfies TextLimits;
