import type { Micros } from "../time.ts";
import type { MemberValue } from "./members.ts";

/** A member on the server. */
export type Member = { readonly value: MemberValue; readonly changedAt: Micros };

/** A change of a member by a browser. */
export type Change = {
  readonly value: MemberValue;
  /**
   * Milliseconds since the change, by the browser's own clock, so that a wrong clock does no harm. Null: unknown,
   * because the browser had the value before its user signed in.
   */
  readonly age: number | null;
  /** The time of the server's value that the browser had seen when it made the change; null: none. */
  readonly seen: Micros | null;
};

/** The result of two changes of a member that did not know of each other: the later one. */
export function mergeMember(one: Member, other: Member): Member {
  if (one.changedAt !== other.changedAt) return one.changedAt > other.changedAt ? one : other;
  // One server never has two changes at the same time. Any rule works that gives the same result in either order.
  return JSON.stringify(one.value) >= JSON.stringify(other.value) ? one : other;
}

/**
 * The result of an incoming change. It replaces a value that its browser had seen, however late it arrives. If the
 * browser had not seen the stored value, the later of the two counts. A value from before the sign-in only fills gaps.
 */
export function takeChange(stored: Member | null, { value, age, seen }: Change, now: Micros): Member {
  if (age === null) return stored ?? { value, changedAt: now };
  const changed = { value, changedAt: Math.min(now, Math.max(now - Math.round(age * 1000), (seen ?? -1) + 1)) };
  return stored === null ? changed : mergeMember(stored, changed);
}
