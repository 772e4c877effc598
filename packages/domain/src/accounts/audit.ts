import { DAY, type Micros } from "../time.ts";
import type { ProviderRefusal } from "./sign-in.ts";
import type { Role } from "./users.ts";

/** The audit trail: sign-ins, changes to keys, roles, people and workspaces, deletions and exports. */

/**
 * The details of each kind of event, besides the person it is about. Names are stored as text, so they remain when the
 * named thing is deleted.
 */
type Told = {
  signed_in: { readonly how: "password" | "link" | "provider" | "invitation"; readonly provider?: string };
  /** `person` is the name that was tried, even if no user has it. */
  sign_in_failed:
    | { readonly how: "password" | "link" | "invitation" | "key" }
    /** The password was correct, but the account is deactivated. */
    | { readonly how: "deactivated" }
    | { readonly how: "provider"; readonly provider: string; readonly why: ProviderRefusal };
  signed_out: undefined;
  /** An owner ended all sessions of a person, or a person ended all their own sessions except the current one. */
  sessions_ended: BySource & { readonly count: number };
  /** An unknown caller used an old token of a session of `person` to renew it. */
  session_reused: undefined;
  /** `name` null: the first key, which every person has. `until` null: it does not expire. */
  key_made: { readonly name: string | null; readonly until: Micros | null };
  key_used_first: { readonly name: string | null };
  key_replaced: { readonly name: string | null };
  key_revoked: { readonly name: string | null; readonly lastUsed: Micros | null };
  password_changed: undefined;
  /** A person gave a wrong current password when changing their own password. */
  password_refused: undefined;
  /** Another person set the password. */
  password_reset: undefined;
  /** `provider`: the title of the one whose claims said so at a sign-in; absent: a person did it. */
  role_changed: RoleChange;
  /** The claims lowered the role of the last owner, who keeps it. */
  role_kept: RoleChange;
  membership_added: Membership;
  membership_removed: Membership;
  person_created: { readonly role: Role; readonly how: "password" | "invitation" | "provider" };
  person_changed: { readonly from: string; readonly to: string };
  person_deactivated: undefined;
  person_reactivated: undefined;
  person_deleted: { readonly role: Role };
  /** `from`: the user name that they had before, if that was taken. */
  person_restored: { readonly from: string | null };
  /** Cannot be restored any more: because somebody said so; because the time was over, or to make room for newer ones. */
  person_removed: undefined;
  person_expired: undefined;
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
    /** Null for a task dataset, whose records have no separate answers. */
    readonly answers: number | null;
  };
  /** `from`: the name that it had before, if that was taken. */
  dataset_restored: InDataset & { readonly from: string | null };
  /** Removed for good: because somebody said so, because its time was over, or to make room for newer ones. */
  dataset_removed: InDataset;
  dataset_expired: InDataset;
  dataset_displaced: InDataset;
  records_deleted: OfRecords;
  /** The records that came back; as with datasets, those that were removed for good. */
  records_restored: OfRecords;
  records_removed: OfRecords;
  records_expired: OfRecords;
  records_displaced: OfRecords;
  /** The response of another person than the one who deleted it. */
  response_deleted: InDataset;
  suggestions_deleted: InDataset & { readonly suggestions: number };
  /** `name` null: all settings. */
  setting_deleted: InDataset & { readonly what: DeletedSetting; readonly name: string | null };
  /** The response of another person than the one who changed it. */
  response_changed: InDataset;
  dataset_imported: InDataset;
  /** Of a file, added to a dataset that was there, or updated in it. */
  records_added: InDataset;
  dataset_exported: InDataset & { readonly records: number };
  /** An export that began, and that did not end as a whole file: `records` of it were read by then. */
  export_unfinished: InDataset & { readonly records: number; readonly end: ExportEnd };
  snapshot_taken: InSnapshot;
  snapshot_deleted: InSnapshot;
  /** A program read it page by page. */
  dataset_read: InDataset;
  audit_exported: undefined;
  /** All that is kept about a person; without a person it is that of the one who did it. */
  person_exported: undefined;
  /** A file of the audit trail or of a person that is not whole; without a person it is that of the one who did it. */
  file_unfinished: { readonly of: "audit" | "person"; readonly end: ExportEnd };
  /** `host`: of its address, which may have a secret in its path. `workspace` null: it hears of all. */
  webhook_created: ToldWebhook;
  webhook_changed: ToldWebhook;
  webhook_deleted: ToldWebhook;
  backup_made: { readonly file: string; readonly bytes: number; readonly how: "command" | "schedule" | "page" };
  /** The data is as it was at `until`. */
  backup_restored: { readonly file: string; readonly until: Micros };
  /** In bytes: the length of the store's file, and how much shorter it became. */
  store_compacted: { readonly bytes: number; readonly given: number };
};

type BySource = { readonly provider?: string };
type RoleChange = BySource & { readonly from: Role; readonly to: Role };
type Membership = BySource & { readonly workspace: string };
type ToldWebhook = { readonly host: string; readonly workspace: string | null };

export type InDataset = { readonly dataset: string; readonly workspace: string };
type OfRecords = InDataset & { readonly records: number };

/** Stopped: the client left, or the server ended. Refused: the right to it was lost. */
export type ExportEnd = "stopped" | "refused" | "failed";

type InSnapshot = InDataset & { readonly snapshot: string };

export type DeletedSetting = "field" | "question" | "metadata_property" | "vector_settings" | "rule" | "task_settings";

export type AuditKind = keyof Told;

/** A person by their current name; the name of a deleted person remains in the trail. */
export type AuditPerson = { readonly id: string | null; readonly username: string };

export type AuditEventOf<K extends AuditKind> = {
  readonly kind: K;
  /** The person it is about; absent if that is the person who did it, or no person. */
  readonly person?: AuditPerson;
} & (Told[K] extends undefined ? { readonly told?: undefined } : { readonly told: Told[K] });

export type AuditEvent = { [K in AuditKind]: AuditEventOf<K> }[AuditKind];

export type AuditEntry = {
  readonly key: number;
  readonly at: Micros;
  /** The person who did it; null: unknown, or an administrator at the server's own machine. */
  readonly actor: { readonly id: string; readonly username: string; readonly name: string } | null;
  readonly event: AuditEvent;
  readonly address: string | null;
  readonly program: string | null;
  /** Number of repetitions within a minute. */
  readonly times: number;
};

/** Groups of kinds that people can filter by. */
export const AUDIT_GROUPS = {
  sign_in: ["signed_in"],
  failed_sign_in: ["sign_in_failed"],
  sign_out: ["signed_out", "sessions_ended", "session_reused"],
  key: ["key_made", "key_used_first", "key_replaced", "key_revoked"],
  password: ["password_changed", "password_refused", "password_reset"],
  role: ["role_changed", "role_kept"],
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
    "person_restored",
    "person_removed",
    "person_expired",
    "workspace_deleted",
    "dataset_deleted",
    "dataset_restored",
    "dataset_removed",
    "dataset_expired",
    "dataset_displaced",
    "snapshot_deleted",
    "records_deleted",
    "records_restored",
    "records_removed",
    "records_expired",
    "records_displaced",
    "response_deleted",
    "suggestions_deleted",
    "setting_deleted",
  ],
  change: ["response_changed", "dataset_imported", "records_added"],
  export: [
    "dataset_exported",
    "export_unfinished",
    "snapshot_taken",
    "dataset_read",
    "audit_exported",
    "person_exported",
    "file_unfinished",
  ],
  webhook: ["webhook_created", "webhook_changed", "webhook_deleted"],
  backup: ["backup_made", "backup_restored", "store_compacted"],
} as const satisfies { readonly [group: string]: readonly AuditKind[] };

export type AuditGroup = keyof typeof AUDIT_GROUPS;

const GROUP_OF = new Map<AuditKind, AuditGroup>(
  (Object.keys(AUDIT_GROUPS) as AuditGroup[]).flatMap((group) =>
    AUDIT_GROUPS[group].map((kind) => [kind, group] as const),
  ),
);

export const auditGroupOf = (kind: AuditKind): AuditGroup => GROUP_OF.get(kind) ?? "person";

/** A filter on entries; an empty list means all. */
export type AuditFilter = {
  /** User names of those who did it, and names that failed sign-ins have tried. */
  readonly people: readonly string[];
  readonly groups: readonly AuditGroup[];
  /** Earliest time; null: no limit. */
  readonly since: Micros | null;
  /** A part of a name in an event. */
  readonly search: string;
};

export const AUDIT_NAMES = 500;

/** Repetitions of an event by one person at one place within this time are counted in one entry. */
export const AUDIT_REPEAT: Micros = 60_000_000;
/** Kinds that are counted this way: programs repeat them often. */
export const AUDIT_REPEATED: ReadonlySet<AuditKind> = new Set<AuditKind>([
  "signed_in",
  "sign_in_failed",
  "password_refused",
  "records_deleted",
  "records_expired",
  "records_displaced",
  "response_deleted",
  "suggestions_deleted",
  "response_changed",
  "records_added",
  "dataset_read",
]);

/** Groups of events that people can cause on their own accounts without limit. */
const OF_ONESELF: ReadonlySet<AuditGroup> = new Set<AuditGroup>(["sign_in", "sign_out", "key", "password"]);

/**
 * Most entries within that time for one kind, one person, one place and the same subject; further events are counted at
 * the last entry. Events on workspaces and datasets have a higher limit, so that their names can be searched for
 * longer.
 */
export const auditedAtOnce = (kind: AuditKind): number => (OF_ONESELF.has(auditGroupOf(kind)) ? 20 : 500);

/** Most failed events that are kept: strangers can cause any number, so only the latest stay. */
export const AUDIT_FAILURES = 100_000;

export const AUDIT_DAYS = 400;

export const auditBegins = (now: Micros): Micros => now - AUDIT_DAYS * DAY;

/** Programs by a word that only they use: most browsers also use the names of other browsers. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/python|httpx|argilla/i, "Python client"],
  [/\bEdg\w*\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/\bcurl\//, "curl"],
];

/** The common name of the program with this user agent; for an unknown one its first word. Null if there is none. */
export function programOf(userAgent: string): string | null {
  const known = PROGRAMS.find(([word]) => word.test(userAgent));
  return known?.[1] ?? /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? null;
}
