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
