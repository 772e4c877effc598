import { z } from "zod";

/**
 * The common parts of replies as they are sent (contract api-v1 section 3). Every output member is named in the schema
 * of its area only, and the mapping of the area translates to and from the domain's names.
 */
export const id = z.uuid();
export const time = z.string();
export const stamps = { inserted_at: time, updated_at: time };
export const int = z.number().int();
export const nameOfPerson = { first_name: z.string(), last_name: z.string().nullable(), username: z.string() };
/** A list in a reply. */
export const itemsOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) });
