import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../ui/copy-button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { SettingGroup } from "./setting-row.tsx";

/** So many dots, whatever the length of the key. */
const MASK = "•".repeat(24);

/** The key scripts sign in with: masked until it is asked for, and copied without being shown (AUT-32). */
export function ApiKey({ apiKey }: { apiKey: string }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <SettingGroup heading={t("settings.apiKey.heading")} note={t("settings.apiKey.explanation")}>
      <div className="flex max-w-[480px] items-center gap-1 rounded-control border border-line bg-sunken pr-1 pl-3">
        <code className="min-w-0 flex-1 truncate py-1.5 font-mono text-small">{shown ? apiKey : MASK}</code>
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={t(shown ? "settings.apiKey.hide" : "settings.apiKey.show")}
          size="tiny"
          onClick={() => setShown(!shown)}
        />
        <CopyButton text={apiKey} what={t("settings.apiKey.what")} />
      </div>
    </SettingGroup>
  );
}
