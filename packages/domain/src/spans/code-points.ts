/** A text by its code points. Span offsets count code points; browsers count units of 16 bits. */
export type CodePoints = {
  readonly text: string;
  readonly length: number;
  /** Number of 16-bit units before a code point. */
  readonly toUnits: (place: number) => number;
  /**
   * Number of code points before a 16-bit unit. Inside a character of two units, it is the place before that character.
   */
  readonly toPoints: (units: number) => number;
  readonly slice: (start: number, end: number) => string;
};

/** Goes through the text once; after that, finding a place takes logarithmic time at most. */
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

/** The unit at which each character begins; null where every character is one unit. */
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
