import { storeFault } from "@postil/domain/tasks/active-rule";
import { RULE_QUERY } from "@postil/domain/tasks/labeling-rule";
import { t } from "i18next";
import { Check, Undo2 } from "lucide-react";
import { type Command, shortcutsOf } from "../../../lib/commands/command.ts";
import { useCommands, usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { usePreference } from "../../../lib/preferences/store.ts";
import { Button } from "../../../ui/button.tsx";
import { TextInput } from "../../../ui/form-controls.tsx";
import { Icon, StatusIcon } from "../../../ui/icon.tsx";
import { InlineError } from "../../../ui/no-content.tsx";
import { listEntries, SAVE_RULE } from "../state/task-commands.ts";
import { useRulesMode } from "./rules-mode.ts";

export function RuleSave() {
  const mode = useRulesMode();
  const { active, state } = mode;
  const fault = active === null ? "labels" : mode.figures.isUnreadable ? "unreadable" : storeFault(active, state);
  const command: Command = {
    ...SAVE_RULE,
    label: t("taskRules.save"),
    section: "dataset",
    group: "save",
    mayRun: () => fault === null && !mode.isSaving,
    run: mode.save,
  };
  useCommands([command]);
  const keys = usePrintedKeys(command);
  if (active === null) return null;
  return (
    <>
      <div className="mt-3 flex items-center gap-2 max-md:flex-wrap">
        <TextInput
          label={t("taskRules.description")}
          hideLabel
          placeholder={t("taskRules.descriptionHint")}
          value={active.description}
          onChange={mode.describe}
          className="min-w-0 flex-1 max-md:basis-full"
        />
        <SaveState />
        {mode.discard !== null && (
          <Button variant="quiet" inactive={mode.isSaving} onClick={mode.discard}>
            {t("taskRules.discard")}
          </Button>
        )}
        {mode.justSaved && mode.takeBack !== null && <RuleUndoButton />}
        <Button
          variant="primary"
          keys={keys}
          inactive={fault !== null || mode.isSaving}
          onClick={mode.save}
          title={fault === "labels" ? t("taskRules.needsLabel") : undefined}
        >
          {t("taskRules.save")}
        </Button>
      </div>
      <Fault fault={fault} />
    </>
  );
}

function SaveState() {
  const { state, justSaved, active } = useRulesMode();
  return (
    <span role="status" className="inline-flex items-center gap-1.5 whitespace-nowrap empty:absolute">
      {state === "changed" && (
        <span className="inline-flex items-center gap-1.5 text-edited">
          <StatusIcon status="edited" />
          {t("taskRules.changed")}
        </span>
      )}
      {state === "stored" && (
        <span className="inline-flex items-center gap-1.5 text-submitted">
          <Icon of={Check} />
          {t(justSaved ? "taskRules.saved" : "taskRules.stored")}
        </span>
      )}
      {state === "unstored" && active?.labels.length === 0 && (
        <span className="text-small text-soft max-md:whitespace-normal">{t("taskRules.needsLabel")}</span>
      )}
    </span>
  );
}

function Fault({ fault }: { fault: ReturnType<typeof storeFault> | "unreadable" }) {
  const { active, saveFailed, state } = useRulesMode();
  if (fault === "long") {
    const count = [...(active?.query ?? "")].length;
    return <InlineError message={t("taskRules.tooLong", { count, max: RULE_QUERY.max })} />;
  }
  if (fault === "unreadable") return <InlineError message={t("taskRules.unreadable")} />;
  if (saveFailed === false || saveFailed.query !== active?.query) return null;
  const { why, changed } = saveFailed;
  if (changed !== null) {
    const now = [changed.labels.join(", "), changed.description].filter((text) => text !== "").join(" · ");
    return state === "stored" ? null : <InlineError message={t("taskRules.saveChanged", { now })} />;
  }
  return <InlineError message={why === null ? t("taskRules.saveFailed") : t("taskRules.saveFailedWhy", { why })} />;
}

/**
 * The undo command, with the user's keys for undo. It undoes the save of a rule, which is newer than the last change of
 * records.
 */
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

/** Listens for the keys. Rendered after a rule was saved, so that it is registered after the list and hears the keys first. */
export function RuleUndoKeys() {
  useCommands([useUndoCommand()]);
  return null;
}

function RuleUndoButton() {
  const command = useUndoCommand();
  return (
    <Button variant="quiet" keys={usePrintedKeys(command)} onClick={command.run}>
      {t("words.undo")}
    </Button>
  );
}
