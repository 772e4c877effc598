import { storageReason } from "./storage/failure.ts";

/** The reason why a command cannot go on, in sentences for the user. Printed without a stack; the exit code is 1. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}

/** What is made, or why it cannot be. */
export function orFailure<T>(make: () => T): T | StartFailure {
  try {
    return make();
  } catch (error) {
    if (error instanceof StartFailure) return error;
    throw error;
  }
}

const MEANING: { readonly [code: string]: string } = {
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "files may not become that large",
  ENOTDIR: "a part of the path is a file, not a folder",
  EEXIST: "a file of that name is in the way",
  EADDRINUSE: "another program listens there already",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "no such host name is known",
};

/** The reason of a failed system call or database call, in words; null for other errors. */
export function reasonOf(error: unknown): string | null {
  const known = storageReason(error);
  if (known || !(error instanceof Error)) return known;
  if (error instanceof RangeError && error.message === "Invalid string length")
    return "a value or a line is longer than 500 MB, and no longer text can be held";
  return "code" in error && typeof error.code === "string" ? (MEANING[error.code] ?? null) : null;
}
