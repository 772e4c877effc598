import { z } from "zod";
import { partsOfPath } from "./path.ts";
import { text, uuid } from "./wire/leaf.ts";

/**
 * The callers that a route allows. `open`: all callers. `credentials`: all callers; the body identifies them. All
 * others identify themselves by key or token: `signed-in` with any rights, `privileged` admins and owners, `owner`,
 * `manager` and `member` (policies.ts) of the workspace of the named thing, `author` the author of the response or a
 * manager. The use case decides. Here the access describes the call, and is checked before a large body is read.
 */
export type Access = "open" | "credentials" | "signed-in" | "privileged" | "author" | "member" | "manager" | "owner";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The parts of a reply besides its JSON body, or instead of it. */
export type Carried = {
  /** Headers by their names in lower case, each with its description. */
  readonly headers?: { readonly [name: string]: string };
  /** Cookies that it may set, each with its purpose. */
  readonly cookies?: { readonly [name: string]: string };
  /** The reply redirects to another address. */
  readonly redirect?: true;
  /** The content types of a body that is sent in parts and is never whole in memory. Its schema is `z.null()`. */
  readonly stream?: readonly string[];
};

/** Of a search that may have a vector. */
export const SAYS_TIMING: NonNullable<Route["carries"]> = {
  200: {
    headers: {
      "server-timing":
        'Only of a search by vector: `similarity`, what has answered it as `desc` ("copy in memory", "index" or "scan"), and its time as `dur`, in milliseconds',
    },
  },
};

/** One call of the API, as a value: the server registers it, the browser calls it, the API page describes it. */
export type Route = {
  readonly method: Method;
  /** With parameters as `:name`, from the root: `/api/v1/datasets/:dataset_id`. */
  readonly path: `/api${string}`;
  readonly access: Access;
  /** The call may conflict with existing data (409): a name that is taken, or a response that exists. */
  readonly conflicts?: true;
  /** The call gives lasting access, so a call with an expiring key is refused (422), whatever it names. */
  readonly givesAccess?: true;
  /** The call asks a sign-in provider, which may refuse (401), fail (502) or be late (504). */
  readonly asksProvider?: true;
  /** One line for the API page. */
  readonly summary: string;
  /** Schema of the path parameters; absent: each is read by the schema of its name ({@link PATH_PARAMETERS}). */
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** Headers the call reads, by their names in lower case. */
  readonly headers?: z.ZodType;
  readonly body?: z.ZodType;
  /** `form`: url-encoded, as sign-in sends it. `bytes`: the content of a file, never whole in memory. Default: JSON. */
  readonly encoding?: "json" | "form" | "bytes";
  /** Largest body in bytes, if it differs from the default ({@link bodyLimitOf}). */
  readonly bodyLimit?: number;
  /** Status to body, the usual status first. `z.null()` with 204: no body, which is what {@link route} adds where none is said. */
  readonly replies: { readonly [status: number]: z.ZodType };
  /** Status to the other parts of that reply, besides its body. */
  readonly carries?: { readonly [status: number]: Carried };
};

/** The parameters of paths, by the names that error messages use. */
const PATH_PARAMETERS = {
  dataset_id: uuid,
  deleted_id: uuid,
  export_id: uuid,
  field_id: uuid,
  import_id: uuid,
  job_id: uuid,
  key_id: uuid,
  metadata_property_id: uuid,
  question_id: uuid,
  session_id: uuid,
  record_id: uuid,
  response_id: uuid,
  snapshot_id: uuid,
  suggestion_id: uuid,
  upload_id: uuid,
  user_id: uuid,
  vector_settings_id: uuid,
  view_id: uuid,
  webhook_id: uuid,
  /** of an event that is sent to a webhook */
  delivery_id: text(),
  workspace_id: uuid,
  /** of a task dataset */
  name: text(),
  /** of a task record */
  id: text(),
  provider: text(),
  /** of a labeling rule */
  query: text({ trim: true }),
};
type PathParameter = keyof typeof PATH_PARAMETERS;

/** The parameters of a path: segments that begin with a colon, up to a literal colon. */
type NamesIn<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? NameOf<Name> | NamesIn<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? NameOf<Name>
    : never;
type NameOf<Segment extends string> = Segment extends `${infer Name}::${string}` ? Name : Segment;

type Params<Path extends string, Rest> = Rest extends { readonly params: z.ZodType }
  ? unknown
  : [NamesIn<Path>] extends [never]
    ? unknown
    : { readonly params: z.ZodObject<Pick<typeof PATH_PARAMETERS, NamesIn<Path> & PathParameter>> };

/** The replies of a route that says nothing of them: no body. */
const NO_BODY = { 204: z.null() } as const;
type Replies<Rest> = Rest extends { readonly replies: unknown } ? unknown : { readonly replies: typeof NO_BODY };

type Heading<M extends Method, Path extends Route["path"], A extends Access> = {
  readonly method: M;
  readonly path: Path;
  readonly access: A;
};
type Made<M extends Method, Path extends Route["path"], A extends Access, Rest> = Heading<M, Path, A> &
  Rest &
  Replies<Rest> &
  Params<Path, Rest>;

/** Throws for a path with a parameter that has no schema. */
export function route<
  const M extends Method,
  const Path extends Route["path"],
  const A extends Access,
  const Rest extends Omit<Route, "method" | "path" | "access" | "replies"> & Partial<Pick<Route, "replies">>,
>(method: M, path: Path, access: A, rest: Rest): Made<M, Path, A, Rest> {
  const made = { method, path, access, replies: NO_BODY, ...rest };
  const named = partsOfPath(path).flatMap((part) => ("name" in part ? part.name : []));
  if (rest.params !== undefined || named.length === 0) return made as Made<M, Path, A, Rest>;
  const read = named.map((name) => {
    if (!Object.hasOwn(PATH_PARAMETERS, name)) throw new Error(`${path}: nothing says how to read ${name}`);
    return [name, PATH_PARAMETERS[name as PathParameter]];
  });
  return { ...made, params: z.object(Object.fromEntries(read)) } as Made<M, Path, A, Rest> & typeof made;
}

type Output<T> = T extends z.ZodType ? z.output<T> : Record<never, never>;

/** The request as a handler gets it: parsed, checked and with the wire's names. */
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
 * A value to send: the members of a schema, with the types of its output. The schema accepts more (numbers as text and
 * the like, hence `unknown`), but only for other clients.
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

/** The values that a caller sends. Every member of the query is optional. */
export type Sent<R extends Route> = {
  params: SendableBy<R["params"]>;
  query: R["query"] extends z.ZodType ? Partial<Output<R["query"]>> : undefined;
  body: SendableBy<R["body"]>;
};

/** Limit for bodies of callers who have not signed in: they send a name and a password, or something useless. */
export const STRANGERS_BYTES = 64 * 1024;

/** Limit for names, descriptions, settings and searches. */
const USUAL_BYTES = 1024 * 1024;

/** Limit for one long text, or 10,000 options. */
export const TEXT_BYTES = 16 * 1024 * 1024;

/** Limit for batches: enough for 500 records with long texts and a vector of 1536 numbers each. */
export const BATCH_BYTES = 32 * 1024 * 1024;

/** The largest body that a call takes. */
export function bodyLimitOf({ access, bodyLimit }: Pick<Route, "access" | "bodyLimit">): number {
  if (access === "open" || access === "credentials") return STRANGERS_BYTES;
  return bodyLimit ?? USUAL_BYTES;
}
