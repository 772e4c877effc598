import fc from "fast-check";
import { expect, test } from "vitest";
import { type Change, isSame, type Member, mergeMember, takeChange } from "./members.ts";

const NOW = 2_000_000_000;
const values = fc.constantFrom("light", "dark", "system", null);
const members: fc.Arbitrary<Member> = fc.record({ value: values, changedAt: fc.nat(20) });
const ages = fc.nat(1000);

test("AUT-32 changes of two browsers come to the same whatever their order, and to one of the two", () => {
  fc.assert(
    fc.property(members, members, members, (one, other, third) => {
      const merged = mergeMember(one, other);
      expect([one, other]).toContain(merged);
      expect(isSame(mergeMember(other, one), merged)).toBe(true);
      expect(isSame(mergeMember(merged, third), mergeMember(one, mergeMember(other, third)))).toBe(true);
      expect(merged.changedAt).toBe(Math.max(one.changedAt, other.changedAt));
    }),
  );
});

test("AUT-32 the later of two changes stands, whichever browser is heard first", () => {
  fc.assert(
    fc.property(values, ages, ages, fc.nat(5000), (before, first, later, pause) => {
      fc.pre(first > later);
      const stored = { value: before, changedAt: NOW - 10_000_000 };
      const seen = stored.changedAt;
      const earlier = (heard: number): Change => ({ value: "earlier", age: first + heard, seen });
      const later_ = (heard: number): Change => ({ value: "later", age: later + heard, seen });
      const after = NOW + pause * 1000;
      expect(takeChange(takeChange(stored, earlier(0), NOW), later_(pause), after).value).toBe("later");
      expect(takeChange(takeChange(stored, later_(0), NOW), earlier(pause), after).value).toBe("later");
    }),
  );
});

test("AUT-32 what a browser had seen gives way to its change, however slow the way and whatever its clock says", () => {
  fc.assert(
    fc.property(fc.nat(NOW - 1), fc.double({ min: 0, noNaN: true }), (changedAt, age) => {
      const change = { value: "new", age, seen: changedAt };
      const taken = takeChange({ value: "old", changedAt }, change, NOW);
      expect(taken.value).toBe("new");
      expect(taken.changedAt).toBeGreaterThan(changedAt);
      expect(taken.changedAt).toBeLessThanOrEqual(NOW);
      expect(Number.isInteger(taken.changedAt)).toBe(true);
    }),
  );
});

test("AUT-29 what a browser had before its person was known fills gaps and changes nothing", () => {
  const change = { value: "dark", age: null, seen: null };
  expect(takeChange(null, change, NOW)).toEqual({ value: "dark", changedAt: NOW });
  const stored = { value: "light", changedAt: 1 };
  expect(takeChange(stored, change, NOW)).toBe(stored);
});
