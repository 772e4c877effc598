import { hash, randomBytes } from "node:crypto";
import { KEY_PREFIX } from "@postil/domain/accounts/api-keys";

/** A new API key: url-safe text from 80 random bytes, 107 characters (contract api-v1 1.1). */
export const newApiKey = (): string => randomBytes(80).toString("base64url");

/** A new named key: 32 random bytes, which nobody can try out. */
export const newNamedKey = (): string => `${KEY_PREFIX}${randomBytes(32).toString("base64url")}`;

/**
 * What is kept of a named key. Of so much randomness a fast hash gives nothing away, and every request pays for it; the secret of
 * the home is not in it, because keys outlive a change of that.
 */
export const namedKeyHash = (key: string): Uint8Array => hash("sha256", `postil api key ${key}`, "buffer");
