import { bodyLimitOf } from "@postil/contract/body-limit";
import { WorkspaceHeaders } from "@postil/contract/inputs/task-workspace";
import type { Access, Route } from "@postil/contract/route";

/** Which refusals a route may answer with, from what it asks for and of whom. */

export const isOpen = ({ access }: Pick<Route, "access">): boolean => access === "open" || access === "credentials";

/** For whom it takes more than to be known. */
const RIGHTS: ReadonlySet<Access> = new Set<Access>(["privileged", "author", "member", "manager", "owner"]);

const hasBody = ({ method }: Route): boolean => method !== "GET";
const namesWorkspace = ({ headers }: Route): boolean => headers === WorkspaceHeaders;

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
    says: "The password is right, and the account is deactivated.",
    when: ({ access, encoding }) => access === "credentials" && encoding === "form",
  },
  {
    status: 404,
    says: "The entity does not exist.",
    when: (route) => route.params !== undefined || namesWorkspace(route),
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

export const refusalsOf = (route: Route): readonly { readonly status: number; readonly description: string }[] =>
  RULES.filter(({ when }) => when(route)).map(({ status, says }) => ({
    status,
    description: typeof says === "string" ? says : says(route),
  }));
