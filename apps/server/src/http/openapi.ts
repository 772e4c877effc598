import { fillPath } from "@postil/contract/path";
import { type Access, bodyLimitOf, type Carried, type Route } from "@postil/contract/route";
import { routes } from "@postil/contract/routes";
import { WorkspaceHeaders } from "@postil/contract/tasks/datasets";
import { shownAs } from "@postil/contract/wire/shape";
import { z } from "zod";
import { VERSION } from "../version.ts";

type JsonSchema = { readonly [keyword: string]: unknown };
type Parameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: JsonSchema;
};
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly { readonly [scheme: string]: readonly [] }[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: unknown;
  readonly responses: { readonly [status: string]: unknown };
};

const SECURITY_SCHEMES = {
  apiKey: { type: "apiKey", in: "header", name: "X-Postil-Api-Key" },
  bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
} as const;

/** The API description (OpenAPI 3.1), made from the route table only. `basePath` begins and ends with a slash. */
export function openApi(basePath: string) {
  const paths: { [path: string]: { [method: string]: Operation } } = {};
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = fillPath(route.path, (name) => `{${name}}`);
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operation(name, route);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Postil",
      version: VERSION,
      summary: "Label the records of datasets, over the Argilla 1.x wire format.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: basePath }],
    components: { securitySchemes: SECURITY_SCHEMES },
    paths,
  };
}

function operation(name: string, route: Route): Operation {
  const body = route.body && jsonSchema(route.body, "input");
  const type = route.encoding === "form" ? "application/x-www-form-urlencoded" : "application/json";
  return {
    operationId: name,
    summary: route.summary,
    tags: [tagOf(route.path)],
    security: isOpen(route) ? [] : [{ apiKey: [] }, { bearer: [] }],
    parameters: [
      ...parameters(route.params, "path"),
      ...parameters(route.query, "query"),
      ...parameters(route.headers, "header"),
    ],
    ...(body ? { requestBody: { required: true, content: { [type]: { schema: body } } } } : {}),
    ...(route.encoding === "bytes" ? { requestBody: { required: true, content: FILE } } : {}),
    responses: responses(route),
  };
}

const FILE = { "application/octet-stream": { schema: { type: "string", format: "binary" } } };

/** The first part of the path that names a thing: `/api/v1/me/datasets/...` belongs to datasets. */
function tagOf(path: string): string {
  const parts = path.replace(/^\/api(\/v1|\/postil\/v1)?\/?/, "").split("/");
  return (parts[0] === "me" && parts[1] !== undefined ? parts[1] : parts[0]) ?? "";
}

function parameters(schema: z.ZodType | undefined, where: Parameter["in"]): Parameter[] {
  if (!schema) return [];
  const { properties, required } = jsonSchema(schema, "input");
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries((properties ?? {}) as { [name: string]: JsonSchema }).map(([name, shape]) => ({
    name,
    in: where,
    required: where === "path" || needed.has(name),
    schema: shape,
  }));
}

function responses(route: Route): Operation["responses"] {
  const described: { [status: string]: unknown } = {};
  for (const [status, schema] of Object.entries<z.ZodType>(route.replies)) {
    described[status] = reply(status, schema, route.carries?.[Number(status)] ?? {});
  }
  for (const { status, description } of refusalsOf(route)) described[status] = { description };
  return described;
}

function reply(status: string, schema: z.ZodType, { headers = {}, cookies = {}, redirect, stream }: Carried) {
  const lines = [
    ...Object.entries(headers),
    ...(redirect ? [["location", "Where to go on"] as const] : []),
    ...Object.entries(cookies).map(([name, what]) => ["set-cookie", `${name}: ${what}`] as const),
  ];
  const described = Object.fromEntries(
    lines.map(([name, description]) => [name, { description, schema: { type: "string" } }]),
  );
  const carried = lines.length === 0 ? {} : { headers: described };
  if (redirect) return { description: "Go on there; no body.", ...carried };
  if (status === "204") return { description: "Done; no body.", ...carried };
  if (!stream)
    return {
      description: "Done.",
      ...carried,
      content: { "application/json": { schema: jsonSchema(schema, "output") } },
    };
  const content = Object.fromEntries(stream.map((type) => [type, { schema: { type: "string", format: "binary" } }]));
  return { description: "Done; comes part by part.", ...carried, content };
}

/** A schema of the contract as JSON Schema. Checks that exist only in code are shown by the text of the schema. */
function jsonSchema(schema: z.core.$ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema: made }) => {
      const instead = shownAs(zodSchema);
      if (instead) Object.assign(made, jsonSchema(instead, io), made);
      // The format says the same as the long pattern, and is easier to read.
      if (made.format === "uuid") delete made.pattern;
    },
  });
  return described;
}

/** The refusals that a route may answer with follow from its access and its input. */

const isOpen = ({ access }: Pick<Route, "access">): boolean => access === "open" || access === "credentials";

/** Access levels that need more than a known caller. */
const RIGHTS: ReadonlySet<Access> = new Set<Access>(["privileged", "author", "member", "manager", "owner"]);

const hasBody = ({ method }: Route): boolean => method !== "GET";
const namesWorkspace = ({ headers }: Route): boolean => headers === WorkspaceHeaders;

/** The query or the body names the dataset whose managers may make the call. */
const namesDataset = ({ access, query, body }: Route): boolean =>
  access === "manager" && [query, body].some((asked) => asked instanceof z.ZodObject && "dataset_id" in asked.shape);

type RefusalReply = { readonly status: number; readonly says: string | ((route: Route) => string) };
type Rule = RefusalReply & { readonly when: (route: Route) => boolean };

const RULES: readonly Rule[] = [
  {
    status: 400,
    says: "The path cannot be read, or no workspace is named where one has to be.",
    when: (route) => route.params !== undefined || namesWorkspace(route),
  },
  {
    status: 401,
    says: "The caller is not known.",
    when: ({ access, asksProvider }) => access !== "open" || asksProvider === true,
  },
  { status: 403, says: "The caller has no right to do this.", when: ({ access }) => RIGHTS.has(access) },
  {
    status: 403,
    says: "No password is accepted here; or the password is right, and the account is deactivated.",
    when: ({ access, encoding, asksProvider }) => access === "credentials" && encoding === "form" && !asksProvider,
  },
  {
    status: 404,
    says: "The entity does not exist.",
    when: (route) => route.params !== undefined || namesWorkspace(route) || namesDataset(route),
  },
  { status: 408, says: "The request did not come in time.", when: hasBody },
  { status: 409, says: "What is there already stands in the way.", when: ({ conflicts }) => conflicts === true },
  {
    status: 413,
    says: (route) => `The body is larger than ${bodyLimitOf(route)} bytes.`,
    when: hasBody,
  },
  { status: 414, says: "The path is too long.", when: ({ params }) => params !== undefined },
  { status: 415, says: "The content type is none.", when: hasBody },
  {
    status: 422,
    says: "The request does not match the schema, or a value breaks a rule; `detail` says which.",
    when: (route) => hasBody(route) || route.params !== undefined || route.query !== undefined,
  },
  {
    status: 429,
    says: "Too many sign-ins failed or API keys were unknown; `Retry-After` says how many seconds to wait.",
    when: ({ access, asksProvider }) => access !== "open" || asksProvider === true,
  },
  { status: 431, says: "Path and headers are longer than 16384 bytes.", when: () => true },
  { status: 500, says: "Something went wrong on the server.", when: () => true },
  {
    status: 502,
    says: "The provider cannot be reached, or its answer cannot be used.",
    when: ({ asksProvider }) => asksProvider === true,
  },
  {
    status: 503,
    says: "There is no room for a large body or a large reply now, or the server is ending; try again.",
    when: (route) => !isOpen(route) || route.asksProvider === true,
  },
  {
    status: 504,
    says: "The provider did not answer in time.",
    when: ({ asksProvider }) => asksProvider === true,
  },
  {
    status: 507,
    says: "The server's disk is full; nothing of this call was saved.",
    when: (route) => hasBody(route) || route.asksProvider === true,
  },
];

const refusalsOf = (route: Route): readonly { readonly status: number; readonly description: string }[] =>
  RULES.filter(({ when }) => when(route)).map(({ status, says }) => ({
    status,
    description: typeof says === "string" ? says : says(route),
  }));
