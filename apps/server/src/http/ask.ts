import type { Asked, Route } from "@postil/contract/route";
import { type WireError, wireErrors } from "@postil/contract/wire/errors";
import type { z } from "zod";
import { Malformed } from "./errors.ts";
import { type Body, bodyFor } from "./parse-body.ts";

/** The parts of a request before they are read by the schemas of its route. */
export type Given = { readonly params: unknown; readonly query: unknown; readonly headers: unknown };

/** Reads the input of a call with the schemas of its route. Refuses wrong input with all mistakes at once. */
export function ask(route: Route, { params, query, headers }: Given, body: Body | undefined): Asked<Route> {
  const errors: WireError[] = [];
  const read = (
    schema: z.ZodType | undefined,
    value: unknown,
    where: "path" | "query" | "header" | "body",
  ): unknown => {
    if (!schema) return {};
    const result = schema.safeParse(value, { reportInput: true });
    if (result.success) return result.data;
    errors.push(...wireErrors(result.error.issues, where));
    return undefined;
  };
  const asked = {
    params: read(route.params, params, "path"),
    query: read(route.query, query, "query"),
    headers: read(route.headers, headers, "header"),
    body: read(route.body, bodyFor(route.encoding ?? "json", body), "body"),
  };
  if (errors.length > 0) throw new Malformed(errors);
  return asked as Asked<Route>; // each part was read by its own schema
}
