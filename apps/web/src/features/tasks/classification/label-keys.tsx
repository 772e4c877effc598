import type { GlobalLabel } from "@postil/domain/tasks/labels";
import { t } from "i18next";
import { useLayoutEffect } from "react";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { takeLetters } from "../../../lib/commands/keys-here.ts";
import { labelEntries } from "./label-entries.ts";

/** From more labels on letters pick some of them, and other commands have Alt with theirs. */
const DIGITS = 10;

type LabelKeysProps = {
  labels: readonly GlobalLabel[];
  onPick: (label: string) => void;
  /** To the box that finds them; null where there is none. */
  onFind: (() => void) | null;
};

/** The keys of the labels, for the record they stand on: hidden ones have theirs too (LAB-04, LAB-07, TAN-14). */
export function LabelKeys({ labels, onPick, onFind }: LabelKeysProps) {
  const lettersPick = labels.length > DIGITS;
  useLayoutEffect(() => (lettersPick ? takeLetters() : undefined), [lettersPick]);
  useCommands([
    ...labelEntries(t, onFind),
    ...labels.flatMap(({ text, shortcut }) =>
      shortcut === null
        ? []
        : [
            {
              id: `labels.${shortcut}`,
              label: text,
              shortcuts: [{ keys: shortcut, alone: true }],
              run: () => onPick(text),
            },
          ],
    ),
  ]);
  return null;
}
