import { t } from "i18next";
import { Eye, EyeOff } from "lucide-react";
import { usePreference } from "../../../lib/preferences/use-preference.ts";
import { IconButton } from "../../../ui/icon-button.tsx";

/** Whether the names of entities stand under their words (design/task-rows.md#entities). */
export function NamesSwitch() {
  const [names, setNames] = usePreference("entityNames");
  return (
    <IconButton
      icon={names ? Eye : EyeOff}
      label={t("taskTokens.names")}
      aria-pressed={names}
      onClick={() => setNames(!names)}
    />
  );
}
