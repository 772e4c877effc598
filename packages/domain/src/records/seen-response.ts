import type { Micros } from "../time.ts";
import { type OwnResponse, saysTheSame } from "./record-status.ts";

/**
 * True if the response is still as the user last left or saw it: only then an action, its undo or its redo changes it
 * (FRS-17). `known`: the responses that the user saw or has asked for since, confirmed or not. Contents are compared,
 * so saving the same content again counts as no change.
 */
export const isAsLeft = (now: OwnResponse | null, known: readonly (OwnResponse | null)[]): boolean =>
  known.some((one) => saysTheSame(now, one));

/**
 * The same test by the time of the last change, which is all that a call sends. Null: there is, or was, no response.
 */
export const isUnmoved = (stored: Micros | null, seen: Micros | null): boolean => stored === seen;
