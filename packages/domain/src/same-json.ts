/** Deep equality of JSON values; members in any order, elements in theirs. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  const theirs = new Map(Object.entries(other));
  return Object.entries(one).every(([name, value]) => theirs.has(name) && sameJson(value, theirs.get(name)));
}
