import type { Micros } from "../time.ts";
import { type OwnResponse, saysTheSame } from "./record-status.ts";

/**
 * An action, its undo and its redo change a response only if it is still as its person last left or saw it (FRS-17). `known`: what
 * they saw, and what they asked for since, told or not. By what it says: whoever said the same again changed nothing.
 */
export const isAsLeft = (now: OwnResponse | null, known: readonly (OwnResponse | null)[]): boolean =>
  known.some((one) => saysTheSame(now, one));

/** The same by the time of the last change, which is what a call tells of it. Null: there is none, or there was none. */
export const isUnmoved = (stored: Micros | null, seen: Micros | null): boolean => stored === seen;
