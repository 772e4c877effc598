import fc from "fast-check";

/** Texts of them are asked for in vain. */
const WITHOUT_TEXT = fc.constant({ toString: 1, valueOf: 1 });
const ANYTHING = fc.oneof(fc.jsonValue(), WITHOUT_TEXT);

/** JSON like the one given, in which here and there something is missing, or something else stands in its place. */
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
