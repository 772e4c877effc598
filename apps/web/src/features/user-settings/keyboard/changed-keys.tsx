import { t } from "i18next";
import { Undo2 } from "lucide-react";
import type { Command } from "../../../lib/commands/command.ts";
import type { Keymap } from "../../../lib/commands/keymap.ts";
import type { SheetRow } from "../../../lib/commands/sheet-rows.ts";
import { useKeySpelling } from "../../../lib/commands/use-key-spelling.ts";
import { IconButton } from "../../../ui/icon-button.tsx";

type ChangedKeysProps = { row: SheetRow; keymap: Keymap; onBack: (keymap: Keymap) => void };

/** What the keys of a row were before they were changed, with the way back. */
export function ChangedKeys({ row, keymap, onBack }: ChangedKeysProps) {
  const spell = useKeySpelling();
  const isChanged = (command: Command | null): command is Command =>
    command !== null && keymap[command.id] !== undefined;
  const back = (command: Command) => {
    const { [command.id]: _, ...others } = keymap;
    onBack(others);
  };
  return row.keys
    .map(({ command }) => command)
    .filter(isChanged)
    .map((command) => (
      <span key={command.id} className="inline-flex items-center gap-1 text-edited text-small">
        {t("settings.keyboard.was", { keys: spell(command.shortcuts?.[0]?.keys ?? "") })}
        <IconButton
          icon={Undo2}
          size="tiny"
          label={t("settings.keyboard.back", { label: command.label })}
          onClick={() => back(command)}
        />
      </span>
    ));
}
