import { t } from "i18next";
import { TriangleAlert } from "lucide-react";
import { type Command, isCommand } from "../../../lib/commands/command.ts";
import { type Keymap, printedKeys } from "../../../lib/commands/keymap.ts";
import { useKeySpelling } from "../../../lib/commands/use-key-spelling.ts";
import { Button } from "../../../ui/button.tsx";
import { ANSWERS_REFUSAL, type Rebinding } from "../../../ui/commands/use-rebinding.ts";
import { Icon } from "../../../ui/icon.tsx";

/** Why the key pressed last cannot be had, and the ways on: the other row, or the key there is (design/user-settings.md). */
export function Refusal({ rebinding, keymap }: { rebinding: Rebinding; keymap: Keymap }) {
  const spell = useKeySpelling();
  const { command, refusal, refused, start, finish } = rebinding;
  if (command === null || refusal === null) return null;
  const other = refusal.reason === "taken" && isCommand(refusal.by) ? refusal.by : null;
  const present = printedKeys(command, keymap);
  return (
    <div
      {...{ [ANSWERS_REFUSAL]: "" }}
      className="mt-3 flex flex-wrap items-center gap-2 rounded-panel bg-edited-fill py-2 pr-2 pl-3 fill-ring"
    >
      <Icon of={TriangleAlert} className="text-edited" />
      <div className="min-w-48 flex-1">
        <p role="alert" className="font-strong text-edited">
          {refused}
        </p>
        <p>{t(other === null ? "settings.keyboard.other" : "settings.keyboard.one")}</p>
      </div>
      {other !== null && (
        <Button
          size="compact"
          onClick={() => {
            start(other);
            focusOn(other);
          }}
        >
          {t("settings.keyboard.changeOther", { label: other.label })}
        </Button>
      )}
      <Button
        size="compact"
        variant="quiet"
        onClick={() => {
          finish();
          focusOn(command);
        }}
      >
        {present === undefined
          ? t("settings.keyboard.keepNone")
          : t("settings.keyboard.keep", { keys: spell(present) })}
      </Button>
    </div>
  );
}

function focusOn({ id }: Command): void {
  document.querySelector<HTMLElement>(`[data-command="${CSS.escape(id)}"]`)?.focus();
}
