import type { Change, Member } from "@postil/domain/preferences/members";
import { timeFromWire, timeToWire } from "../wire/mapping.ts";
import type { ChangedPreference, WirePreference } from "./own.ts";

export const preferenceToWire = (name: string, { value, changedAt }: Member): WirePreference => ({
  name,
  value,
  changed_at: timeToWire(changedAt),
});

export const preferenceFromWire = ({ value, changed_at }: WirePreference): Member => ({
  value,
  changedAt: timeFromWire(changed_at),
});

export const changeToWire = (name: string, { value, age, seen }: Change): ChangedPreference => ({
  name,
  value: value ?? null,
  age,
  seen: seen === null ? null : timeToWire(seen),
});

export const changeFromWire = ({ value, age, seen }: ChangedPreference): Change => ({
  value: value ?? null,
  age: age ?? null,
  seen: seen ? timeFromWire(seen) : null,
});
