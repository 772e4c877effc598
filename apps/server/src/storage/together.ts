/**
 * Asks for several things at once that do not need each other's answers: a way to the server and back for all of them. Waits
 * for all, also where one fails: none may go on in a transaction that is over. Then throws the first failure.
 */
export async function together<const T extends readonly unknown[]>(
  asked: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(asked);
  return Promise.all(asked) as Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }>; // as the promises are
}
