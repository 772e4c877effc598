/**
 * The first place from 0 to before `length` for which `isReached` is true; `length` if there is none. It must be true
 * for all later places too. Takes logarithmic time.
 */
export function firstPlace(length: number, isReached: (place: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
