import { hash, randomBytes } from "node:crypto";
import { KEY_PREFIX } from "@postil/domain/accounts/api-keys";

/** A new API key: url-safe text from 80 random bytes, 107 characters (contract api-v1 1.1). */
export const newApiKey = (): string => randomBytes(80).toString("base64url");

/** A new named key: 32 random bytes, which cannot be guessed. */
export const newNamedKey = (): string => `${KEY_PREFIX}${randomBytes(32).toString("base64url")}`;

/**
 * The stored hash of a named key. With so much randomness a fast hash is safe, and every request computes it. The hash does
 * not include the secret of the home, because keys stay valid when that secret changes.
 */
export const namedKeyHash = (key: string): Uint8Array => hash("sha256", `postil api key ${key}`, "buffer");
