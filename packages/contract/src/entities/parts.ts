import { z } from "zod";

/**
 * The common parts of the entities of this folder. The entities are the replies as they are sent (contract api-v1
 * section 3): every output member is named only here, and `mapping/` translates to and from the domain's names.
 */
export const id = z.uuid();
export const time = z.string();
