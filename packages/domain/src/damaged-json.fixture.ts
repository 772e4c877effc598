import fc from "fast-check";

/** Values that cannot be converted to text. */
const WITHOUT_TEXT = fc.constant({ toString: 1, valueOf: 1 });
const ANYTHING = fc.oneof(fc.jsonValue(), WITHOUT_TEXT);

/** Damaged variants of the given JSON: some parts are missing or replaced. */
export const damagedJson = (sound: unknown): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: inside(sound), weight: 12 }, { arbitrary: ANYTHING, weight: 1 });

function inside(sound: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(sound)) return fc.tuple(...sound.map(damagedJson));
  if (typeof sound !== "object" || sound === null) return fc.constant(sound);
  const members = Object.entries(sound).map(([name, value]) => [name, damagedJson(value)] as const);
  const sure = fc.record(Object.fromEntries(members));
  return fc.oneof(
    { arbitrary: sure, weight: 12 },
    { arbitrary: fc.record(Object.fromEntries(members), { requiredKeys: [] }), weight: 1 },
  );
}
