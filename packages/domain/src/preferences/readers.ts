import { asObject } from "../json-object.ts";

/** One preference: its default, and a reader that returns the stored value only if it is valid (AUT-31). */
export type Definition<Value> = { readonly initial: Value; readonly read: (stored: unknown) => Value | undefined };

export function oneOf<const Choice extends string>(
  choices: readonly Choice[],
  initial: NoInfer<Choice>,
): Definition<Choice> {
  return { initial, read: (stored) => choices.find((choice) => choice === stored) };
}

export function flag(initial: boolean): Definition<boolean> {
  return { initial, read: (stored) => (typeof stored === "boolean" ? stored : undefined) };
}

/** A number from `min` to `max` that is a whole number of steps from `min`. */
export function stepped(range: { min: number; max: number; step: number }, initial: number): Definition<number> {
  const onStep = (value: number) =>
    Math.abs(Math.round((value - range.min) / range.step) * range.step + range.min - value) < 1e-9;
  return {
    initial,
    read: (stored) =>
      typeof stored === "number" && stored >= range.min && stored <= range.max && onStep(stored) ? stored : undefined,
  };
}

export function listOf<Value>(read: (stored: unknown) => Value | undefined): Definition<readonly Value[]> {
  return {
    initial: [],
    read: (stored) => (Array.isArray(stored) ? stored.flatMap((item) => read(item) ?? []) : undefined),
  };
}

/** A map by id; entries that cannot be read are dropped, the rest stays. */
export function mapOf<Value>(
  read: (stored: unknown) => Value | undefined,
): Definition<{ readonly [id: string]: Value }> {
  return {
    initial: {},
    read: (stored) => {
      const object = asObject(stored);
      if (object === null) return undefined;
      const entries = Object.entries(object).flatMap(([id, item]) => {
        const value = read(item);
        return value === undefined ? [] : [[id, value] as const];
      });
      return Object.fromEntries(entries);
    },
  };
}

export const text = (stored: unknown) => (typeof stored === "string" ? stored : undefined);
export const boolean = (stored: unknown) => (typeof stored === "boolean" ? stored : undefined);
export const share = (stored: unknown) =>
  typeof stored === "number" && stored >= 0 && stored <= 1 ? stored : undefined;
