import { randomBytes } from "node:crypto";

/** A new API key: url-safe text from 80 random bytes, 107 characters (contract api-v1 1.1). */
export const newApiKey = (): string => randomBytes(80).toString("base64url");
