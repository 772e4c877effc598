import type { TypedForDataset } from "@postil/domain/outbox/work-file";
import {
  forgetRemoved,
  noteRemoved,
  type Person,
  personHere,
  removedAccounts,
} from "../../lib/kept-work/people-here.ts";
import { typedWork } from "../../lib/kept-work/typed-work.ts";
import { saveJson } from "../../lib/save-file.ts";
import { keptItems } from "../../unsent/device-work.ts";
import { exportWork, type WorkItem } from "../../unsent/work-items.ts";

/** The work of a deleted account that this device keeps. */
export type Left = {
  readonly person: Person;
  readonly items: readonly WorkItem[];
  readonly typed: readonly TypedForDataset[];
};

/** `isRemoved`: the last session ended because its account was deleted. Accounts without any work left are forgotten. */
export async function readLeft(isRemoved: boolean): Promise<readonly Left[]> {
  const here = isRemoved ? personHere() : null;
  if (here !== null) noteRemoved(here);
  const all = await Promise.all(
    removedAccounts().map(async (person) => ({
      person,
      items: await keptItems(person.id),
      typed: typedWork(person.id),
    })),
  );
  for (const left of all) if (isNothing(left)) await forgetRemoved(left.person.id);
  return all.filter((left) => !isNothing(left));
}

const isNothing = ({ items, typed }: Left) => items.length + typed.length === 0;

export const saveLeft = (name: string, { person, items, typed }: Left): void =>
  saveJson(name, exportWork(items, person, Date.now(), typed));

export { forgetRemoved };
