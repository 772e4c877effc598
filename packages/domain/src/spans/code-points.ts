/** A text by its code points, which offsets of spans count; browsers count units of 16 bits. */
export type CodePoints = {
  readonly text: string;
  readonly length: number;
  /** Units before so many code points. */
  readonly toUnits: (place: number) => number;
  /** Code points before so many units; within a character of two units the place before it. */
  readonly toPoints: (units: number) => number;
  readonly slice: (start: number, end: number) => string;
};

/** Takes time with the text once; a place in it is then found in its logarithm at most. */
export function codePoints(text: string): CodePoints {
  const starts = characterStarts(text);
  const length = starts === null ? text.length : starts.length;
  const toUnits = (place: number) => {
    const within = Math.min(Math.max(place, 0), length);
    return starts === null ? within : (starts[within] ?? text.length);
  };
  return {
    text,
    length,
    toUnits,
    toPoints: (units) => {
      const within = Math.min(Math.max(units, 0), text.length);
      return starts === null ? within : characterAt(starts, text.length, within);
    },
    slice: (start, end) => text.slice(toUnits(start), toUnits(end)),
  };
}

/** The unit each character begins with; null where every character is one unit. */
function characterStarts(text: string): Uint32Array | null {
  if (!/[\ud800-\udbff][\udc00-\udfff]/.test(text)) return null;
  const starts = new Uint32Array(text.length);
  let count = 0;
  for (let unit = 0; unit < text.length; count++) {
    starts[count] = unit;
    unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
  }
  return starts.subarray(0, count);
}

function characterAt(starts: Uint32Array, units: number, unit: number): number {
  if (unit >= units) return starts.length;
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= unit) low = middle;
    else high = middle - 1;
  }
  return low;
}
