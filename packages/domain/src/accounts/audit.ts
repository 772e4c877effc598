import { DAY, type Micros } from "../time.ts";
import type { ProviderRefusal } from "./provider-sign-in.ts";
import type { Role } from "./users.ts";

/** The audit trail: who signed in, what became of keys, roles, people and workspaces, what was deleted and what taken out. */

/** What is told of each kind of event beside the person whom it is about. Names are text: they survive what they name. */
type Told = {
  signed_in: { readonly how: "password" | "link" | "provider" | "invitation"; readonly provider?: string };
  /** `person` is the name that was tried, whoever has it. */
  sign_in_failed:
    | { readonly how: "password" | "link" | "invitation" | "key" }
    /** The password was right, and the account is deactivated. */
    | { readonly how: "deactivated" }
    | { readonly how: "provider"; readonly provider: string; readonly why: ProviderRefusal };
  signed_out: undefined;
  /** All sessions of a person, by an owner; or all of one's own but the one it was done in. */
  sessions_ended: { readonly count: number };
  /** An old token of a session of `person` was shown for its renewal, by nobody knows whom. */
  session_reused: undefined;
  /** `name` null: the first key, which everybody has. `until` null: it does not expire. */
  key_made: { readonly name: string | null; readonly until: Micros | null };
  key_used_first: { readonly name: string | null };
  key_replaced: { readonly name: string | null };
  key_revoked: { readonly name: string | null; readonly lastUsed: Micros | null };
  password_changed: undefined;
  /** At a change of one's own password the present one was given wrong. */
  password_refused: undefined;
  /** By somebody else than the person. */
  password_reset: undefined;
  role_changed: { readonly from: Role; readonly to: Role };
  membership_added: { readonly workspace: string };
  membership_removed: { readonly workspace: string };
  person_created: { readonly role: Role; readonly how: "password" | "invitation" | "provider" };
  person_changed: { readonly from: string; readonly to: string };
  person_deactivated: undefined;
  person_reactivated: undefined;
  person_deleted: { readonly role: Role };
  invitation_made: { readonly until: Micros };
  invitation_used: undefined;
  invitation_withdrawn: undefined;
  workspace_created: { readonly workspace: string };
  workspace_renamed: { readonly from: string; readonly to: string };
  workspace_deleted: { readonly workspace: string };
  dataset_deleted: {
    readonly dataset: string;
    readonly workspace: string;
    readonly records: number;
    /** Null: of a task dataset, whose records have no answers beside them. */
    readonly answers: number | null;
  };
  records_deleted: InDataset & { readonly records: number };
  /** Of somebody else than whoever did it. */
  response_deleted: InDataset;
  suggestions_deleted: InDataset & { readonly suggestions: number };
  /** `name` null: all that was set. */
  setting_deleted: InDataset & { readonly what: DeletedSetting; readonly name: string | null };
  /** What somebody else than whoever did it had answered. */
  response_changed: InDataset;
  dataset_imported: InDataset;
  dataset_exported: InDataset & { readonly records: number };
  /** Page by page, by a program. */
  dataset_read: InDataset;
  audit_exported: undefined;
};

export type InDataset = { readonly dataset: string; readonly workspace: string };

export type DeletedSetting = "field" | "question" | "metadata_property" | "vector_settings" | "rule" | "task_settings";

export type AuditKind = keyof Told;

/** A person by the name that they have now; a deleted one's stays in the trail. */
export type AuditPerson = { readonly id: string | null; readonly username: string };

export type AuditEventOf<K extends AuditKind> = {
  readonly kind: K;
  /** Whom it is about; absent where it is about whoever did it, or about nobody. */
  readonly person?: AuditPerson;
} & (Told[K] extends undefined ? { readonly told?: undefined } : { readonly told: Told[K] });

/** Something that is written into the trail. */
export type AuditEvent = { [K in AuditKind]: AuditEventOf<K> }[AuditKind];

export type AuditEntry = {
  readonly key: number;
  readonly at: Micros;
  /** Who did it; null: nobody who is known, or whoever works on the server's own machine. */
  readonly actor: { readonly id: string; readonly username: string; readonly name: string } | null;
  readonly event: AuditEvent;
  readonly address: string | null;
  readonly program: string | null;
  /** How often within a minute. */
  readonly times: number;
};

/** Kinds as people choose among them. */
export const AUDIT_GROUPS = {
  sign_in: ["signed_in"],
  failed_sign_in: ["sign_in_failed"],
  sign_out: ["signed_out", "sessions_ended", "session_reused"],
  key: ["key_made", "key_used_first", "key_replaced", "key_revoked"],
  password: ["password_changed", "password_refused", "password_reset"],
  role: ["role_changed"],
  membership: ["membership_added", "membership_removed"],
  person: [
    "person_created",
    "person_changed",
    "person_deactivated",
    "person_reactivated",
    "invitation_made",
    "invitation_used",
    "invitation_withdrawn",
  ],
  workspace: ["workspace_created", "workspace_renamed"],
  deletion: [
    "person_deleted",
    "workspace_deleted",
    "dataset_deleted",
    "records_deleted",
    "response_deleted",
    "suggestions_deleted",
    "setting_deleted",
  ],
  change: ["response_changed", "dataset_imported"],
  export: ["dataset_exported", "dataset_read", "audit_exported"],
} as const satisfies { readonly [group: string]: readonly AuditKind[] };

export type AuditGroup = keyof typeof AUDIT_GROUPS;

/** The group of each kind. */
const GROUP_OF = new Map<AuditKind, AuditGroup>(
  (Object.keys(AUDIT_GROUPS) as AuditGroup[]).flatMap((group) =>
    AUDIT_GROUPS[group].map((kind) => [kind, group] as const),
  ),
);

export const auditGroupOf = (kind: AuditKind): AuditGroup => GROUP_OF.get(kind) ?? "person";

/** Which entries are meant; an empty list means all. */
export type AuditFilter = {
  /** User names of those who did it, and such as failed sign-ins have tried. */
  readonly people: readonly string[];
  readonly groups: readonly AuditGroup[];
  /** Not before; null: from the first on. */
  readonly since: Micros | null;
  /** A part of a name in what happened. */
  readonly search: string;
};

/** Names that a filter has to choose among, at most. */
export const AUDIT_NAMES = 500;

/** What happens again within this time, by the same person from the same place, is counted and makes no entry of its own. */
export const AUDIT_REPEAT: Micros = 60_000_000;
/** Kinds that are counted so: what programs do again and again. */
export const AUDIT_REPEATED: ReadonlySet<AuditKind> = new Set<AuditKind>([
  "signed_in",
  "sign_in_failed",
  "password_refused",
  "records_deleted",
  "response_deleted",
  "suggestions_deleted",
  "response_changed",
  "dataset_read",
]);

/** What people do to their own accounts, as often as they like. */
const OF_ONESELF: ReadonlySet<AuditGroup> = new Set<AuditGroup>(["sign_in", "sign_out", "key", "password"]);

/**
 * Of one kind, by one person from one place, about the same person, so many within that time have an entry each; what goes beyond is
 * counted at the last one. What is done to workspaces and datasets is to be found by their names for longer.
 */
export const auditedAtOnce = (kind: AuditKind): number => (OF_ONESELF.has(auditGroupOf(kind)) ? 20 : 500);

/** Strangers bring these about, as many as they like: of them the latest so many stay. */
export const AUDIT_FAILURES = 100_000;

/** Older entries go. */
export const AUDIT_DAYS = 400;

/** When the oldest entry was made that is still there. */
export const auditBegins = (now: Micros): Micros => now - AUDIT_DAYS * DAY;
