/**
 * Yields the same items as `read`, as often as needed, from a single reading. Items are kept only after a complete reading
 * that `fits` into memory; otherwise each call reads again as a stream.
 */
export function readOnce<T>(read: () => AsyncGenerator<T>, fits: () => boolean): () => AsyncGenerator<T> {
  let kept: readonly T[] | null = null;
  return async function* again() {
    if (kept) return yield* kept;
    // Null once something did not fit: a part is never kept for the whole.
    let items: T[] | null = [];
    for await (const item of read()) {
      if (items && fits()) items.push(item);
      else items = null;
      yield item;
    }
    if (items && fits()) kept = items;
  };
}
