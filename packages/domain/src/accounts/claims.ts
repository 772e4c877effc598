import { asObject } from "../json-object.ts";
import { ROLES, type Role } from "./users.ts";

/** What a provider says of a person decides about role and workspaces (COM-04 to COM-09). */

/** A line of the table: people with this value get the role and come into the workspaces, which are named. */
export type ClaimRow = { readonly value: string; readonly role: Role; readonly workspaces: readonly string[] };

export type ClaimTable = {
  /** The name of the claim, or the way to it: `groups`, `realm_access.roles`. */
  readonly path: string;
  readonly rows: readonly ClaimRow[];
  /** The role of people with none of the values; null: they are refused. */
  readonly otherwise: Role | null;
};

/** What the table says of one person. `governed`: all workspaces of the table; others stay as they are. */
export type GivenByClaims = {
  readonly role: Role;
  readonly workspaces: readonly string[];
  readonly governed: readonly string[];
};

/** The claim at this path; undefined if there is none. A name that has dots itself is found too. */
export function claimAt(claims: unknown, path: string): unknown {
  const object = asObject(claims);
  if (object === null) return undefined;
  if (Object.hasOwn(object, path)) return object[path];
  for (let dot = path.indexOf("."); dot !== -1; dot = path.indexOf(".", dot + 1)) {
    const first = path.slice(0, dot);
    if (Object.hasOwn(object, first)) return claimAt(object[first], path.slice(dot + 1));
  }
  return undefined;
}

/** The texts of a claim: itself, or those in its list. Anything else says nothing. */
export function claimValues(claim: unknown): ReadonlySet<string> {
  const values: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return new Set(values.filter((value) => typeof value === "string"));
}

/**
 * The highest role and all workspaces of the lines whose values a person has. Null: the person is refused. The time grows with
 * the table and the values, not with their product.
 */
export function givenByClaims({ rows, otherwise }: ClaimTable, values: ReadonlySet<string>): GivenByClaims | null {
  const own = rows.filter(({ value }) => values.has(value));
  const role = own.length === 0 ? otherwise : ROLES.find((one) => own.some((row) => row.role === one));
  if (!role) return null;
  const namesIn = (some: readonly ClaimRow[]) => [...new Set(some.flatMap(({ workspaces }) => workspaces))];
  return { role, workspaces: namesIn(own), governed: namesIn(rows) };
}

/** True if a change takes rights away: the roles are in the order of their rights. */
export const isLowered = ({ from, to }: { readonly from: Role; readonly to: Role }): boolean =>
  ROLES.indexOf(to) > ROLES.indexOf(from);
