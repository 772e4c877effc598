import type { Person, PersonFacts, PersonWork } from "@postil/domain/accounts/people";
import type { WirePerson, WirePersonWork } from "../entities/people.ts";
import { timeFromWire, times, timesFromWire, timeToWire } from "../wire/time.ts";

export const personToWire = (person: Person): WirePerson => ({
  id: person.id,
  first_name: person.firstName,
  last_name: person.lastName,
  username: person.username,
  role: person.role,
  state: person.state,
  invited_until: person.invitedUntil === null ? null : timeToWire(person.invitedUntil),
  provider: person.provider,
  has_password: person.hasPassword,
  workspaces: person.workspaces.map(({ id, name, since }) => ({ id, name, since: timeToWire(since) })),
  last_seen: person.lastSeen && { at: timeToWire(person.lastSeen.at), by_key: person.lastSeen.byKey },
  keys: person.keys,
  ...times(person),
});

export const personFromWire = (wire: WirePerson): Person => ({
  id: wire.id,
  firstName: wire.first_name,
  lastName: wire.last_name,
  username: wire.username,
  role: wire.role,
  state: wire.state,
  invitedUntil: wire.invited_until === null ? null : timeFromWire(wire.invited_until),
  provider: wire.provider,
  hasPassword: wire.has_password,
  workspaces: wire.workspaces.map(({ id, name, since }) => ({ id, name, since: timeFromWire(since) })),
  lastSeen: wire.last_seen && { at: timeFromWire(wire.last_seen.at), byKey: wire.last_seen.by_key },
  keys: wire.keys,
  ...timesFromWire(wire),
});

type WireFacts = Pick<WirePerson, "first_name" | "role"> & {
  readonly last_name?: string | null | undefined;
  readonly workspace_ids: readonly string[];
};

export const factsToWire = ({ firstName, lastName, role, workspaceIds }: PersonFacts) => ({
  first_name: firstName,
  last_name: lastName,
  role,
  workspace_ids: [...workspaceIds],
});

export const factsFromWire = (wire: WireFacts): PersonFacts => ({
  firstName: wire.first_name,
  lastName: wire.last_name ?? null,
  role: wire.role,
  workspaceIds: wire.workspace_ids,
});

export const workToWire = ({ taskDatasets, ...counts }: PersonWork): WirePersonWork => ({
  ...counts,
  task_datasets: taskDatasets,
});

export const workFromWire = ({ task_datasets, ...counts }: WirePersonWork): PersonWork => ({
  ...counts,
  taskDatasets: task_datasets,
});
