import type { Stretch } from "@postil/domain/spans/span";
import { useSyncExternalStore } from "react";
import { createEmitter } from "../../../lib/emitter.ts";

/** The last tagged words. */
export type Tagged = {
  readonly recordKey: string;
  readonly at: Stretch;
  readonly words: readonly string[];
  readonly text: string;
  readonly label: string;
};

/** The state that the records of a dataset share during labeling. */
export type EntityChoice = {
  /** The armed entity: every selection gets it at once, until the user chooses it again (LAB-01, `is_activate`). */
  readonly armed: string | null;
  /** `lastSelectedEntity` (TEN-06) */
  readonly last: string | null;
  readonly tagged: Tagged | null;
};

const NOTHING: EntityChoice = { armed: null, last: null, tagged: null };

function createChoice() {
  let choice = NOTHING;
  const changed = createEmitter<void>();
  return {
    get: () => choice,
    onChange: changed.on,
    set(change: Partial<EntityChoice>): void {
      choice = { ...choice, ...change };
      changed.emit();
    },
  };
}

const choices = new Map<string, ReturnType<typeof createChoice>>();

/** The state of one dataset, for as long as the page is open. */
export function entityChoice(datasetId: string) {
  const choice = choices.get(datasetId) ?? createChoice();
  choices.set(datasetId, choice);
  return choice;
}

/**
 * For the few parts that show this state. The texts of records only read it on demand, so they do not render again when it
 * changes.
 */
export function useEntityChoice(datasetId: string): EntityChoice {
  const choice = entityChoice(datasetId);
  return useSyncExternalStore(choice.onChange, choice.get);
}
