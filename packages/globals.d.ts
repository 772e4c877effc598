/**
 * What browsers and Node share beyond the language, as far as the packages use it. Their check knows no platform, so that
 * nothing of one slips into the rules.
 */
declare class URLSearchParams implements Iterable<[string, string]> {
  constructor(init?: string | { readonly [name: string]: string } | Iterable<readonly [string, string]>);
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  toString(): string;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare function atob(text: string): string;
