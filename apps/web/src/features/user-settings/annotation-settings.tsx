import { useTranslation } from "react-i18next";
import { usePreference } from "../../lib/preferences/use-preference.ts";
import { Switch } from "../../ui/switch.tsx";
import { SettingGroup } from "./setting-row.tsx";

/** The switches of design/user-settings.md in their order. */
const SWITCHES = [
  "autoAdvance",
  "submitOnChoice",
  "showKeyCaps",
  "suggestionsFirst",
  "saveDraftsWhenIdle",
  "discardSafety",
  "showPace",
] as const;

/** How annotating behaves (AUT-32). */
export function AnnotationSettings() {
  const { t } = useTranslation();
  return (
    <SettingGroup heading={t("settings.annotation.heading")}>
      {SWITCHES.map((name) => (
        <PreferenceSwitch key={name} name={name} />
      ))}
    </SettingGroup>
  );
}

function PreferenceSwitch({ name }: { name: (typeof SWITCHES)[number] }) {
  const { t } = useTranslation();
  const [checked, set] = usePreference(name);
  return (
    <Switch
      label={t(`settings.annotation.${name}`)}
      {...(name === "autoAdvance" ? {} : { help: t(`settings.annotation.${name}Help`) })}
      checked={checked}
      onChange={set}
    />
  );
}
