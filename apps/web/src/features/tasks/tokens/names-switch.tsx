import { Eye, EyeOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { usePreference } from "../../../lib/preferences/use-preference.ts";
import { IconButton } from "../../../ui/icon-button.tsx";

/** Whether the names of entities stand under their words (design/task-rows.md#entities). */
export function NamesSwitch() {
  const { t } = useTranslation();
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
