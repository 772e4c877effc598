import { z } from "zod";

/**
 * What the entities of this folder have in common. They are the replies as they stand on the wire (contract api-v1 section 3):
 * every output member is named here and nowhere else, and `mapping/` translates to and from the domain's names.
 */
export const id = z.uuid();
export const time = z.string();
