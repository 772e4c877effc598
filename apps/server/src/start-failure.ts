/** Why a command cannot go on, in sentences for the person who gave it. Printed without a stack; the exit code is 1. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}

const MEANING: { readonly [code: string]: string } = {
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  ENOTDIR: "a part of the path is a file, not a folder",
  EEXIST: "a file of that name is in the way",
  EADDRINUSE: "another program listens there already",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "no such host name is known",
};

/** SQLite's own result codes for what an operator can mend. */
const SQLITE_MEANING: { readonly [code: number]: string } = {
  8: "the file system is read-only",
  10: "reading or writing the file failed; the disk may be full or broken",
  11: "the file is damaged",
  13: "the disk is full",
  14: "the file cannot be opened; check the permissions of the folder",
  26: "the file is not a database",
};

/** The reason of a failed system call or of the database, in words; null for anything else. */
export function reasonOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ("errcode" in error && typeof error.errcode === "number") return SQLITE_MEANING[error.errcode & 0xff] ?? null;
  return "code" in error && typeof error.code === "string" ? (MEANING[error.code] ?? null) : null;
}
