import type { Micros } from "../time.ts";
import type { MemberValue } from "./members.ts";

/** A member as the server keeps it. */
export type Member = { readonly value: MemberValue; readonly changedAt: Micros };

/** A member as a browser changed it. */
export type Change = {
  readonly value: MemberValue;
  /**
   * ms since it was changed, by the browser's own clock, so that a clock that is wrong does no harm; null: nobody knows, it is
   * what a browser had before its person was known.
   */
  readonly age: number | null;
  /** The time of what the browser had seen when it was changed; null: nothing. */
  readonly seen: Micros | null;
};

/** What stands after two changes of a member that knew nothing of each other: the later one. */
export function mergeMember(one: Member, other: Member): Member {
  if (one.changedAt !== other.changedAt) return one.changedAt > other.changedAt ? one : other;
  // Never both at a time in one server; any rule will do that does not ask which came first.
  return JSON.stringify(one.value) >= JSON.stringify(other.value) ? one : other;
}

/**
 * What stands after a change arrives. It goes over what its browser had seen, however slow the way was; against what the browser
 * had not seen the later of the two stands. What a browser had without its person fills gaps only.
 */
export function takeChange(stored: Member | null, { value, age, seen }: Change, now: Micros): Member {
  if (age === null) return stored ?? { value, changedAt: now };
  const changed = { value, changedAt: Math.min(now, Math.max(now - Math.round(age * 1000), (seen ?? -1) + 1)) };
  return stored === null ? changed : mergeMember(stored, changed);
}
