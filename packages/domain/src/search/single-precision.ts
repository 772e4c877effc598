/**
 * A number as the index of the reference has it, but for what lies beyond single precision: that stays as it is, so that it
 * can be compared, and told and read again as a place in an order.
 */
export function inSinglePrecision(number: number): number {
  const single = Math.fround(number);
  return Number.isFinite(single) ? single : number;
}
