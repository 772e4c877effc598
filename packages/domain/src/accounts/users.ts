import type { Micros } from "../time.ts";

export const ROLES = ["owner", "admin", "annotator"] as const;

export type Role = (typeof ROLES)[number];

export const isRole = (word: string): word is Role => ROLES.some((role) => role === word);

export type User = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string | null;
  readonly username: string;
  readonly role: Role;
  readonly apiKey: string;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

export type Workspace = {
  readonly id: string;
  readonly name: string;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

/** First and last name; the username if both are empty. */
export function fullName({ firstName, lastName, username }: Pick<User, "firstName" | "lastName" | "username">): string {
  return [firstName, lastName].filter(Boolean).join(" ") || username;
}

/** The name that differs only in case and is easily confused with this one; null if there is none. */
export const usernameAlike = (username: string, others: readonly string[]): string | null =>
  others.find((other) => other !== username && other.toLowerCase() === username.toLowerCase()) ?? null;
