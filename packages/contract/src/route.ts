import { z } from "zod";
import { PATH_PARAMETERS, type PathParameter } from "./inputs/path.ts";
import { partsOfPath } from "./path.ts";

/**
 * Who may ask. `open`: anybody. `credentials`: anybody whose body says who they are. All others are known by key or token:
 * `signed-in` whatever they may do, `privileged` admins and owners, `owner`, `manager` and `member` (policies.ts) of the
 * workspace of what the call names, `author` who wrote the response or manages it. The use case decides; here it is told, to
 * describe the call and to ask before a large body is read.
 */
export type Access = "open" | "credentials" | "signed-in" | "privileged" | "author" | "member" | "manager" | "owner";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a reply carries beside its JSON body, or in its place. */
export type Carried = {
  /** Headers by their names in lower case, each with what it says. */
  readonly headers?: { readonly [name: string]: string };
  /** Cookies it may set, each with what it is for. */
  readonly cookies?: { readonly [name: string]: string };
  /** It names where to go on. */
  readonly redirect?: true;
  /** The body comes part by part and is never whole in memory: its content types. It is told by `z.null()`. */
  readonly stream?: readonly string[];
};

/** One call of the API, as a value: the server registers it, the browser calls it, the API page describes it. */
export type Route = {
  readonly method: Method;
  /** With parameters as `:name`, from the root: `/api/v1/datasets/:dataset_id`. */
  readonly path: `/api${string}`;
  readonly access: Access;
  /** What is there already may stand in the way (409): a name that is taken, a response that was given. */
  readonly conflicts?: true;
  /** It gives access that lasts: a key that expires cannot make it (422), whatever it names. */
  readonly givesAccess?: true;
  /** It asks a provider of sign-in, which may refuse (401), fail (502) or be late (504). */
  readonly asksProvider?: true;
  /** One line for the API page. */
  readonly summary: string;
  /** Of the path; absent: each of its parameters is what is read by that name everywhere ({@link PATH_PARAMETERS}). */
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** Headers the call reads, by their names in lower case. */
  readonly headers?: z.ZodType;
  readonly body?: z.ZodType;
  /** `form`: url-encoded, as sign-in sends it. Default: JSON. */
  readonly encoding?: "json" | "form";
  /** Largest body in bytes, where it is not the usual one (body-limit.ts). */
  readonly bodyLimit?: number;
  /** Status to body, the usual status first. `z.null()` with 204: no body. */
  readonly replies: { readonly [status: number]: z.ZodType };
  /** Status to what that reply carries beside its body. */
  readonly carries?: { readonly [status: number]: Carried };
};

/** The parameters of a path: segments that begin with a colon, up to a colon that stands for itself. */
type NamesIn<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? NameOf<Name> | NamesIn<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? NameOf<Name>
    : never;
type NameOf<Segment extends string> = Segment extends `${infer Name}::${string}` ? Name : Segment;

type Params<R extends Route> = R extends { readonly params: z.ZodType }
  ? unknown
  : [NamesIn<R["path"]>] extends [never]
    ? unknown
    : { readonly params: z.ZodObject<Pick<typeof PATH_PARAMETERS, NamesIn<R["path"]> & PathParameter>> };

/** Throws for a path with a parameter that nothing says how to read. */
export function route<const R extends Route>(value: R): R & Params<R> {
  const named = partsOfPath(value.path).flatMap((part) => ("name" in part ? part.name : []));
  if (value.params !== undefined || named.length === 0) return value as R & Params<R>;
  const read = named.map((name) => {
    if (!Object.hasOwn(PATH_PARAMETERS, name)) throw new Error(`${value.path}: nothing says how to read ${name}`);
    return [name, PATH_PARAMETERS[name as PathParameter]];
  });
  return { ...value, params: z.object(Object.fromEntries(read)) } as R & Params<R>;
}

type Output<T> = T extends z.ZodType ? z.output<T> : Record<never, never>;

/** What a handler is given of a request: read, checked and in the wire's names. */
export type Asked<R extends Route> = {
  params: Output<R["params"]>;
  query: Output<R["query"]>;
  headers: Output<R["headers"]>;
  body: Output<R["body"]>;
};

/** The body of a successful reply. */
export type Reply<R extends Route> = { [S in keyof R["replies"]]: z.output<R["replies"][S]> }[keyof R["replies"]];

type MayBeAbsent<In, Out, Key> = Key extends keyof In & keyof Out
  ? Record<never, never> extends Pick<In, Key>
    ? Key
    : undefined extends Out[Key]
      ? Key
      : never
  : never;

/**
 * A value to send: the members that a schema takes, with the types it reads them as. What else it would take (numbers as
 * text and the like, hence `unknown`) is for other clients.
 */
type Sendable<In, Out> = unknown extends In
  ? Out
  : In extends readonly (infer InItem)[]
    ? Out extends readonly (infer OutItem)[]
      ? readonly Sendable<InItem, OutItem>[]
      : In
    : In extends { readonly [key: string]: unknown }
      ? {
          readonly [Key in Exclude<keyof In & keyof Out, MayBeAbsent<In, Out, keyof In>>]: Sendable<In[Key], Out[Key]>;
        } & {
          readonly [Key in MayBeAbsent<In, Out, keyof In>]?: Sendable<In[Key], Out[Key]> | undefined;
        }
      : In;

type SendableBy<S> = S extends z.ZodType ? Sendable<z.input<S>, z.output<S>> : undefined;

/** What a caller sends. Every member of the query may be left out. */
export type Sent<R extends Route> = {
  params: SendableBy<R["params"]>;
  query: R["query"] extends z.ZodType ? Partial<Output<R["query"]>> : undefined;
  body: SendableBy<R["body"]>;
};
