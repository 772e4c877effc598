import type { Operations, StreamOperations, Writer } from "./store.ts";

/** All that a store can be asked for by name. */
export type NamedOperations = {
  readonly whole: Operations;
  readonly streams: StreamOperations;
  readonly writers: { readonly [name: string]: Writer };
};

/** Maximum number of writes in one commit, so that the first of them does not wait long. */
export const WRITES_TOGETHER = 64;

export function named<T>(table: { readonly [name: string]: T }, name: string): T {
  const found = table[name];
  if (found === undefined) throw new Error(`No operation named ${name}`);
  return found;
}

/** The output of an operation as UTF-8. */
export function writtenBy({ writers }: NamedOperations, name: string, output: unknown): Uint8Array<ArrayBuffer> {
  const write = writers[name];
  if (!write) throw new Error("There is no writer of that name");
  return new TextEncoder().encode(write(output));
}
