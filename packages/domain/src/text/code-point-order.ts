/** Surrogates are sorted after all other units, because they encode the characters beyond the first 65,536. */
const place = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit);

/** Compares texts by code points, as the database and Python do. JavaScript compares units of 16 bits. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return place(x) - place(y);
  }
  return a.length - b.length;
}
