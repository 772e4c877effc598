import { type GlobalLabel, pickKeyOf } from "@postil/domain/tasks/labels";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { useTakenLetters } from "../../../lib/commands/keys-here.ts";
import { labelEntries } from "./label-entries.ts";

type LabelKeysProps = {
  labels: readonly GlobalLabel[];
  /** Whether the label stands there, with its key. */
  isShown: (label: string) => boolean;
  onPick: (label: string) => void;
  /** To the box that finds them; null where there is none. */
  onFind: (() => void) | null;
};

/** The keys of the labels, for the record they stand on: digits of hidden ones too, letters as they are printed (LAB-04, LAB-21). */
export function LabelKeys({ labels, isShown, onPick, onFind }: LabelKeysProps) {
  const picks = labels.flatMap(({ text, shortcut }) => {
    // Of thousands most have no key, and need not be looked for.
    const keys = shortcut === null ? null : pickKeyOf(shortcut, isShown(text));
    return keys === null ? [] : [{ keys, text }];
  });
  useTakenLetters(picks.map(({ keys }) => keys));
  useCommands([
    ...labelEntries(onFind),
    ...picks.map(({ keys, text }) => ({
      id: `labels.${keys}`,
      label: text,
      shortcuts: [{ keys, alone: true }],
      run: () => onPick(text),
    })),
  ]);
  return null;
}
