type First = {
  readonly offer: (item: number) => void;
  /** What is kept, sorted. */
  readonly sorted: () => number[];
};

/**
 * Keeps the first `count` of the numbers that are offered, sorted by `before`. It has a heap of the best so far, so that almost
 * all other numbers cost one comparison: `before(item, last)`, where `last` is the last of the kept ones.
 */
export function keepFirst(count: number, before: (a: number, b: number) => boolean): First {
  const heap: number[] = []; // the last of the kept numbers is on top
  const down = (start: number) => {
    let at = start;
    for (;;) {
      let last = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && before(heap[last] ?? 0, heap[child] ?? 0)) last = child;
      }
      if (last === at) return;
      [heap[at], heap[last]] = [heap[last] ?? 0, heap[at] ?? 0];
      at = last;
    }
  };
  return {
    offer: (item) => {
      if (heap.length < count) {
        heap.push(item);
        if (heap.length === count) for (let at = count >> 1; at >= 0; at--) down(at);
      } else if (count > 0 && before(item, heap[0] ?? 0)) {
        heap[0] = item;
        down(0);
      }
    },
    sorted: () => heap.sort((a, b) => (before(a, b) ? -1 : before(b, a) ? 1 : 0)),
  };
}

/** The first `count` of the numbers from 0 to `size` - 1, sorted by `before`. */
export function firstBy(size: number, count: number, before: (a: number, b: number) => boolean): number[] {
  const first = keepFirst(count, before);
  for (let item = 0; item < size; item++) first.offer(item);
  return first.sorted();
}
