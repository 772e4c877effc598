import { t } from "i18next";
import { Undo2 } from "lucide-react";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommands, usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { shortcutsOf } from "../../../lib/commands/keymap.ts";
import { usePreference } from "../../../lib/preferences/use-preference.ts";
import { Button } from "../../../ui/button.tsx";
import { listEntries } from "../page/list-entries.ts";
import { useRulesMode } from "./rules-mode.ts";

/** By the keys that take back what was done to records, as somebody has set them: of the two the save was last. */
function useUndoCommand(): Command {
  const { takeBack } = useRulesMode();
  const [keymap] = usePreference("keymap");
  return {
    id: "rule.undo",
    label: t("taskRules.undo.label"),
    icon: Undo2,
    section: "dataset",
    shortcuts: shortcutsOf(listEntries().undo, keymap),
    run: () => takeBack?.(),
  };
}

/** Listens for the keys; drawn once a rule was saved, so that it comes after the list and is heard before it. */
export function RuleUndoKeys() {
  useCommands([useUndoCommand()]);
  return null;
}

/** Beside what says that the rule is saved. */
export function RuleUndoButton() {
  const command = useUndoCommand();
  return (
    <Button variant="quiet" keys={usePrintedKeys(command)} onClick={command.run}>
      {t("common.undo")}
    </Button>
  );
}
