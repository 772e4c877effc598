import { hash, randomBytes } from "node:crypto";

/** 256 random bits: nobody guesses one, so a fast hash keeps it as well as a slow one would. */
export const newInvitationCode = (): string => randomBytes(32).toString("base64url");

export const hashOfCode = (code: string): string => hash("sha256", code);
