import { vi } from "vitest";

/** Waits for a condition that a busy machine reaches late. Vitest's own limit of one second is too short. */
export const patiently = <T>(
  look: () => T | Promise<T>,
  options: { readonly interval?: number; readonly timeout?: number } = {},
) => vi.waitFor(look, { timeout: 20_000, ...options });
