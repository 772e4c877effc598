import { USERNAME } from "../datasets/names.ts";

const LONGEST = 100;

/**
 * The username for somebody whom a provider calls so: letters without their accents, `-` in place of what a username may not
 * hold. Null when nothing is left of it.
 */
export function usernameFrom(told: string): string | null {
  const name = told
    .slice(0, 4 * LONGEST)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^[-_]+/, "")
    .slice(0, LONGEST)
    .replace(/-+$/, "");
  return USERNAME.pattern.test(name) ? name : null;
}

/** The name, or the first after it that is no other's in whatever capitals: easily taken for one another, they are given to two people by nobody. */
export function freeUsername(name: string, isTaken: (lowerCase: string) => boolean): string {
  for (let number = 2, free = name; ; number++) {
    if (!isTaken(free.toLowerCase())) return free;
    const end = `-${number}`;
    free = name.slice(0, LONGEST - end.length) + end;
  }
}
