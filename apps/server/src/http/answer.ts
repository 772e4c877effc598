import type { Asked, Route } from "@postil/contract/route";
import { type Visit, WithStatus } from "./handler.ts";

/** A handler where all routes are treated alike: that it takes what its own route asks for is beyond the types there. */
export type AnyHandler = (asked: Asked<Route>, visit: Visit) => Promise<unknown>;

/** A reply as it goes out; null: no body. */
export type Answer = { readonly status: number; readonly json: string | null };

/** What a handler returned, as the reply of its route. */
export function answerOf(route: Route, result: unknown): Answer {
  const [usual] = Object.keys(route.replies);
  const status = result instanceof WithStatus ? result.status : Number(usual);
  const body = result instanceof WithStatus ? result.body : result;
  return { status, json: status === 204 ? null : JSON.stringify(body) };
}
