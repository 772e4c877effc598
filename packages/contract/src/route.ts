import type { z } from "zod";

/** Who may ask: anybody, or a user known by key or token. What a user may do is decided in the use case. */
export type Access = "open" | "signed-in";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One call of the API, as a value: the server registers it, the browser calls it, the API page describes it. */
export type Route = {
  readonly method: Method;
  /** With parameters as `:name`, from the root: `/api/v1/datasets/:dataset_id`. */
  readonly path: `/api${string}`;
  readonly access: Access;
  /** One line for the API page. */
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** `form`: url-encoded, as sign-in sends it. Default: JSON. */
  readonly encoding?: "json" | "form";
  /** Largest body in bytes; the server's default holds otherwise. */
  readonly bodyLimit?: number;
  /** Status to body, the usual status first. `z.null()` with 204: no body. */
  readonly replies: { readonly [status: number]: z.ZodType };
};

export const route = <const R extends Route>(value: R): R => value;

type Output<T> = T extends z.ZodType ? z.output<T> : Record<never, never>;
type Input<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler is given of a request: read, checked and in the wire's names. */
export type Asked<R extends Route> = {
  params: Output<R["params"]>;
  query: Output<R["query"]>;
  body: Output<R["body"]>;
};

/** The body of a successful reply. */
export type Reply<R extends Route> = { [S in keyof R["replies"]]: z.output<R["replies"][S]> }[keyof R["replies"]];

/** What a caller may send: the same members before they are read. */
export type Sent<R extends Route> = { params: Input<R["params"]>; query: Input<R["query"]>; body: Input<R["body"]> };
