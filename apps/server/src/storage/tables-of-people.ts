import type { AuditKind } from "@postil/domain/accounts/audit";
import type { SessionEnd } from "@postil/domain/accounts/sessions";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

/** Set by the database on insert. */
export type Key = Generated<number>;
export type Flag = 0 | 1;
/** node:sqlite reads Uint8Array, pg reads Buffer (a Uint8Array). */
export type Bytes = ColumnType<Uint8Array, Uint8Array, Uint8Array>;

/** Tables of people: accounts, who may use what, how they sign in, and what is recorded of it. */

export type UserTable = {
  key: Key;
  id: string;
  first_name: string;
  last_name: string | null;
  username: string;
  role: "owner" | "admin" | "annotator";
  api_key: string;
  password_hash: string;
  inserted_at: number;
  updated_at: number;
  /** A deleted user's row stays for the responses that point to it. The user cannot sign in, and the names are free. */
  deleted_at: number | null;
  /** The provider that created the account; null means it was created here, with a password. */
  provider: Generated<string | null>;
  /** The person's identity at that provider; null for an account from an Argilla server until its first sign-in there. */
  subject: Generated<string | null>;
  /** Time of the deactivation: the user keeps name and answers, but cannot sign in or use a key. Null means active. */
  deactivated_at: Generated<number | null>;
};

/** A deleted user who can be restored: the rest is in their own row. */
type DeletedPersonTable = {
  user_key: number;
  id: string;
  /** JSON list of `{id, name}`. */
  workspaces: string;
  deleted_at: number;
  /** Null: an administrator at the server's own machine. */
  deleted_by_id: string | null;
  deleted_by: string | null;
};

/** Each user's last request; `by_key`: it used a key. Written at intervals, so memory may be slightly newer. */
type LastSeenTable = { user_id: string; at: number; by_key: Flag };

type MembershipTable = { workspace_id: string; user_id: string; inserted_at: number };

/** A session: its tokens work while it lives. An ended one stays until its expiry, to say why it ended. */
type SessionTable = {
  id: string;
  user_id: string;
  /** Number of the latest token. */
  number: number;
  /** True if its tokens are short-lived and renewed, as for a page. */
  renews: Flag;
  began_at: number;
  renewed_at: number;
  expires_at: number;
  ended_at: number | null;
  ended_by: SessionEnd | null;
  /** The program that began it, as in the audit trail, and its network; null in old rows. */
  program: Generated<string | null>;
  network: Generated<string | null>;
  /** The name of the provider that confirmed the person; null: another proof. */
  provider: Generated<string | null>;
  /** The provider's id of its own session. */
  provider_session: Generated<string | null>;
  /** Longest time of the session in seconds, as its provider is configured. */
  most_seconds: Generated<number | null>;
};

/** Append-only, except that an immediate repetition is counted in the same row. Names are those at the time of the event. */
export type AuditTable = {
  key: Key;
  at: number;
  kind: AuditKind;
  actor_id: string | null;
  /** Null means an unknown person, or the operator on the server's own machine. */
  actor: string | null;
  /** The person that the entry is about, if that is somebody else. */
  person_id: string | null;
  person: string | null;
  /** `actor`, or for a failed sign-in `person`. */
  who: GeneratedAlways<string | null>;
  /** JSON object: the `told` part of the domain's AuditEvent. */
  told: string;
  address: string | null;
  program: string | null;
  times: Generated<number>;
};

/** A one-time link by which a person chooses a password. */
export type InvitationTable = {
  key: Key;
  code_hash: string;
  user_id: string;
  expires_at: number;
  inserted_at: number;
  used_at: number | null;
  /** When it was withdrawn or replaced. */
  ended_at: number | null;
  /** 1 if an admin made it. */
  by_admin: Generated<0 | 1>;
  /** The id of the person who made it; null in old rows. */
  made_by: string | null;
};

/** One preference of a person, as JSON; the same in every browser. */
type PreferenceTable = { user_key: number; name: string; value: string; changed_at: number };

/** A named key of a person, besides the first key. */
export type ApiKeyTable = {
  id: string;
  user_key: number;
  name: string;
  /** SHA-256 of the key. */
  hash: Bytes;
  /** Its last four characters. */
  ending: string;
  inserted_at: number;
  expires_at: number | null;
};

/** When a key was last used, and by which program. `key_id`: id of a named key, or of the user for a first key. */
type KeyUseTable = { key_id: string; used_at: number; used_by: string | null };

/**
 * Failures in a row, of attempts to sign in or to guess a key (domain/accounts/failures.ts). `key`: what its kind, its network
 * and what was tried hash to. These three tables are used where several servers share a database, and their rows last minutes.
 */
type FailedAttemptsTable = { key: string; kind: string; forgiven_at: number };

/** What was used once, until it would not be good any more. `key`: what its kind and itself hash to. */
type UsedOnceTable = { key: string; kind: string; until: number };

type SignInLinkTable = { code_hash: string; user_id: string; until: number };

/** Secrets that all servers of a database use; the embedded store has them in files beside it. */
type SecretTable = { name: string; value: string };

export type TablesOfPeople = {
  user: UserTable;
  membership: MembershipTable;
  last_seen: LastSeenTable;
  session: SessionTable;
  audit: AuditTable;
  invitation: InvitationTable;
  deleted_person: DeletedPersonTable;
  preference: PreferenceTable;
  api_key: ApiKeyTable;
  key_use: KeyUseTable;
  failed_attempts: FailedAttemptsTable;
  used_once: UsedOnceTable;
  sign_in_link: SignInLinkTable;
  secret: SecretTable;
};
