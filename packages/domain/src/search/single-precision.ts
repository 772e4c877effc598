/**
 * A number rounded as in the reference's index. A number beyond single precision is not changed, so that it can be
 * compared, sent, and read back as a place in an order.
 */
export function inSinglePrecision(number: number): number {
  const single = Math.fround(number);
  return Number.isFinite(single) ? single : number;
}
