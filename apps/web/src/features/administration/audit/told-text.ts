import type { AuditEntry, AuditEvent, AuditEventOf, AuditKind, ExportEnd } from "@postil/domain/accounts/audit";
import type { Micros } from "@postil/domain/time";
import { t } from "i18next";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { sizeText } from "../../../lib/i18n/size-text.ts";
import { absoluteTime, toMilliseconds } from "../../../lib/i18n/times.ts";

/** These characters mark names within a sentence; no name contains them. */
const [OPEN, CLOSE] = ["\u{e000}", "\u{e001}"];
const name = (text: string): string => `${OPEN}${text}${CLOSE}`;

/** A part of a sentence, with its position. */
type ToldPart = { readonly at: number; readonly text: string; readonly isName: boolean };

export function toldParts({ event, times }: AuditEntry): readonly ToldPart[] {
  const once = toldText(event);
  const text = times === 1 ? once : t("audit.times", { text: once, times });
  return text
    .split(new RegExp(`(${OPEN}[^${CLOSE}]*${CLOSE})`, "u"))
    .map((part, at) => ({ at, text: part.replaceAll(OPEN, "").replaceAll(CLOSE, ""), isName: part.startsWith(OPEN) }))
    .filter((part) => part.text !== "");
}

/** A change that the claims of a provider made names the provider. */
function toldText(event: AuditEvent): string {
  const text = whatText(event);
  switch (event.kind) {
    case "role_changed":
    case "role_kept":
    case "membership_added":
    case "membership_removed":
    case "sessions_ended":
      return event.told.provider === undefined ? text : t("audit.asProvider", { text, provider: event.told.provider });
    default:
      return text;
  }
}

function whatText(event: AuditEvent): string {
  const person = name(event.person?.username ?? "");
  switch (event.kind) {
    case "signed_in":
      return t(`audit.by.${event.told.how}`, { provider: event.told.provider ?? "" });
    case "sign_in_failed":
      return failureText(event.told);
    case "sessions_ended":
      return event.person === undefined
        ? t("audit.told.sessions_ended", { count: event.told.count })
        : t("audit.told.sessions_of", { count: event.told.count, person });
    case "person_exported":
      return event.person === undefined ? t("audit.told.own_exported") : t("audit.told.person_exported", { person });
    case "key_made":
    case "key_used_first":
    case "key_replaced":
    case "key_revoked":
      return keyText(event);
    case "role_changed":
    case "role_kept":
      return t(`audit.told.${event.kind}`, {
        person,
        from: roleText(event.told.from),
        to: roleText(event.told.to),
      });
    case "person_created":
      return t(createdBy(event.told.how), { person, role: roleText(event.told.role) });
    case "person_restored":
      return plainText(event.told.from === null ? event.kind : "person_restored_as", {
        person,
        from: event.told.from ?? "",
      });
    case "person_deleted":
      return t("audit.told.person_deleted", { person, role: roleText(event.told.role) });
    case "invitation_made":
      return t("audit.told.invitation_made", { person, until: dayText(event.told.until) });
    case "setting_deleted":
      return settingText(event.told);
    case "records_deleted":
    case "records_restored":
    case "records_removed":
    case "records_expired":
    case "records_displaced":
    case "dataset_exported":
      return plainText(event.kind, { ...namesIn(event.told), count: event.told.records });
    case "export_unfinished":
      return plainText(`export_${event.told.end}`, { ...namesIn(event.told), count: event.told.records });
    case "file_unfinished": {
      const how = t(`audit.end.${event.told.end}`);
      if (event.told.of === "audit") return t("audit.told.audit_unfinished", { how });
      return event.person === undefined
        ? t("audit.told.own_unfinished", { how })
        : t("audit.told.person_unfinished", { person, how });
    }
    case "suggestions_deleted":
      return plainText(event.kind, { ...namesIn(event.told), count: event.told.suggestions });
    case "dataset_deleted":
      return deletedText(event.told);
    case "dataset_restored":
      return plainText(event.told.from === null ? event.kind : "dataset_restored_as", namesIn(event.told));
    case "webhook_created":
    case "webhook_changed":
    case "webhook_deleted":
      return plainText(event.told.workspace === null ? event.kind : `${event.kind}_in`, namesIn(event.told));
    case "backup_made":
      return plainText(event.kind, { file: name(event.told.file), size: sizeText(event.told.bytes) });
    case "store_compacted":
      return plainText(event.kind, { size: sizeText(event.told.bytes), given: sizeText(event.told.given) });
    case "backup_restored":
      return plainText(event.kind, {
        file: name(event.told.file),
        until: absoluteTime(toMilliseconds(event.told.until)),
      });
    default:
      return plainText(event.kind, { person, ...namesIn(event.told) });
  }
}

type PlainKey =
  | AuditKind
  | "task_dataset_deleted"
  | "task_settings_deleted"
  | "dataset_restored_as"
  | "person_restored_as"
  | `export_${ExportEnd}`
  | `webhook_${"created" | "changed" | "deleted"}_in`;

/** The text of an event that has only names and numbers; an event of a task dataset has no answer count. */
const plainText = (key: PlainKey, names: { readonly [name: string]: string | number }): string =>
  // Each kind has a text (told-text.test.ts), whose placeholders are the names in its event. A newer server may know more kinds.
  (t as (key: string, names: { readonly [name: string]: string | number }) => string)(`audit.told.${key}`, {
    defaultValue: key,
    ...names,
  });

/** Two numbers, each with its own word. */
function deletedText({ records, answers, ...names }: AuditEventOf<"dataset_deleted">["told"]): string {
  const told = { ...namesIn(names), records: t("audit.counted.records", { count: records }) };
  if (answers === null) return plainText("task_dataset_deleted", told);
  return plainText("dataset_deleted", { ...told, answers: t("audit.counted.answers", { count: answers }) });
}

function settingText({ what, ...names }: AuditEventOf<"setting_deleted">["told"]): string {
  if (what === "task_settings" || names.name === null) return plainText("task_settings_deleted", namesIn(names));
  return plainText("setting_deleted", { ...namesIn(names), what: t(`audit.setting.${what}`) });
}

const failureText = (told: AuditEventOf<"sign_in_failed">["told"]): string =>
  told.how === "provider" ? t(`audit.refused.${told.why}`, { provider: told.provider }) : t(`audit.wrong.${told.how}`);

const createdBy = (how: "password" | "invitation" | "provider") =>
  how === "password" ? "audit.told.person_created" : (`audit.told.person_created_${how}` as const);

const roleText = (role: "owner" | "admin" | "annotator"): string => t(`common.role.${role}`);

type KeyEvent = Extract<AuditEvent, { readonly kind: `key_${string}` }>;

/** A key of another user is described as theirs. */
function keyText(event: KeyEvent): string {
  const key = event.told.name === null ? t("audit.firstKey") : t("audit.key", { name: name(event.told.name) });
  const until = event.kind === "key_made" ? event.told.until : null;
  const text =
    until === null
      ? t(`audit.told.${event.kind}`, { key })
      : t("audit.told.key_made_until", { key, until: dayText(until) });
  return event.person === undefined ? text : t("audit.told.of", { text, person: name(event.person.username) });
}

/** Formats numbers for people, and marks the names of workspaces and datasets. */
const namesIn = (told: { readonly [name: string]: unknown } = {}): { [name: string]: string } =>
  Object.fromEntries(
    Object.entries(told)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, typeof value === "number" ? value.toLocaleString(LOCALE) : name(String(value))]),
  );

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });
const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" });
const short = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" });
const DAY = 86_400_000;
/**
 * The year is shown for entries older than this number of days: otherwise the same day of last year would look like this year.
 */
const YEAR_SAID_FROM = 330;

/** The day of a time, in the user's time zone. */
export const dayText = (at: Micros): string => day.format(toMilliseconds(at));

/** The heading text for the day of a time; recent months have no year. `now` in ms. */
export function dayHeading(
  at: Micros,
  now: number,
): { readonly kind: "today" | "yesterday" | "day"; readonly text: string } {
  const ms = toMilliseconds(at);
  const on = day.format(ms);
  if (on === day.format(now)) return { kind: "today", text: short.format(ms) };
  if (on === day.format(now - DAY)) return { kind: "yesterday", text: short.format(ms) };
  return { kind: "day", text: now - ms < YEAR_SAID_FROM * DAY ? weekday.format(ms) : on };
}
