/** What stands under a name that people chose. A plain read finds what every object has too, under `constructor`. */
export const ownOf = <T>(of: { readonly [name: string]: T } | null | undefined, name: string): T | undefined =>
  of && Object.hasOwn(of, name) ? of[name] : undefined;

/** To be filled under names that people chose, beside what is `given`. A plain object would take `__proto__` for what it is made of. */
export const byName = <T>(given?: { readonly [name: string]: T } | null): { [name: string]: T } =>
  Object.assign(Object.create(null), given);

/** Deep equality of JSON values; members in any order, elements in theirs. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  const theirs = new Map(Object.entries(other));
  return Object.entries(one).every(([name, value]) => theirs.has(name) && sameJson(value, theirs.get(name)));
}
