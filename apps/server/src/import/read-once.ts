/**
 * What `read` gives, again and again by one reading. Kept is only what was read to its end while it `fits` into the memory;
 * what does not is read anew, as a stream.
 */
export function readOnce<T>(read: () => AsyncGenerator<T>, fits: () => boolean): () => AsyncGenerator<T> {
  let kept: readonly T[] | null = null;
  return async function* again() {
    if (kept) return yield* kept;
    let items: T[] = [];
    for await (const item of read()) {
      if (fits()) items.push(item);
      else items = [];
      yield item;
    }
    if (fits()) kept = items;
  };
}
