import { vi } from "vitest";

/** Waits for what a busy machine brings about late; the second in which Vitest gives up by itself is too short for it. */
export const patiently = <T>(
  look: () => T | Promise<T>,
  options: { readonly interval?: number; readonly timeout?: number } = {},
) => vi.waitFor(look, { timeout: 20_000, ...options });
