import { type AuditEntry, type AuditEvent, auditGroupOf } from "@postil/domain/accounts/audit";
import type { WireAuditEntry } from "../entities/audit.ts";
import { timeFromWire, timeToWire } from "../wire/time.ts";

/** Details that are times. */
const TIMES = new Set(["until", "lastUsed"]);

export const auditEntryToWire = ({ key, at, actor, event, address, program, times }: AuditEntry): WireAuditEntry => ({
  id: key,
  at: timeToWire(at),
  actor: actor && { id: actor.id, username: actor.username, name: actor.name },
  kind: event.kind,
  group: auditGroupOf(event.kind),
  person: event.person ? { id: event.person.id, username: event.person.username } : null,
  told: toldToWire(event.told ?? {}),
  address,
  program,
  times,
});

const toldToWire = (told: { readonly [name: string]: string | number | null }): WireAuditEntry["told"] =>
  Object.fromEntries(
    Object.entries(told).map(([name, value]) => [
      name,
      TIMES.has(name) && typeof value === "number" ? timeToWire(value) : value,
    ]),
  );

export const auditEntryFromWire = ({ id, at, kind, person, told, ...wire }: WireAuditEntry): AuditEntry => {
  const read = Object.fromEntries(
    Object.entries(told).map(([name, value]) => [
      name,
      TIMES.has(name) && typeof value === "string" ? timeFromWire(value) : value,
    ]),
  );
  // The server wrote the event with the types of its kind.
  const event = { kind, told: read, ...(person && { person }) } as AuditEvent;
  const { actor, address, program, times } = wire;
  return { key: id, at: timeFromWire(at), actor, event, address, program, times };
};
