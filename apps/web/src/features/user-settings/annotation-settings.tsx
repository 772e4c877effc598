import { ALWAYS_AHEAD, MOST_AHEAD, READ_AHEAD } from "@postil/domain/queue/read-ahead";
import { SEEN_AFTER } from "@postil/domain/records/seen";
import { t } from "i18next";
import { usePreference } from "../../lib/preferences/use-preference.ts";
import { Switch } from "../../ui/switch.tsx";
import { Amount } from "./amount.tsx";
import { Section } from "./sections.tsx";

/** The switches of design/user-settings.md, in their order. */
const SWITCHES = [
  "autoAdvance",
  "submitOnChoice",
  "showKeyCaps",
  "suggestionsFirst",
  "entityNames",
  "saveDraftsWhenIdle",
  "discardSafety",
  "showPace",
] as const;

/** The settings for annotating (AUT-32). */
export function AnnotationSettings() {
  return (
    <Section id="annotation" heading={t("settings.annotation.heading")}>
      <div className="grid max-w-160 gap-3 pt-1">
        {SWITCHES.map((name) => (
          <PreferenceSwitch key={name} name={name} />
        ))}
      </div>
      <div className="mt-3 max-w-160">
        <Amount
          name="seenAfter"
          label={t("settings.annotation.seenAfter")}
          range={SEEN_AFTER}
          words={(value) =>
            value === 0 ? t("settings.annotation.seenAtOnce") : t("settings.annotation.seenMs", { count: value })
          }
        />
        <p className="text-small text-soft">{t("settings.annotation.seenAfterHelp")}</p>
        <Amount
          name="mostAhead"
          label={t("settings.annotation.mostAhead")}
          range={MOST_AHEAD}
          words={(count) =>
            count === 0
              ? t("settings.annotation.leastAhead", { count: ALWAYS_AHEAD })
              : t("settings.annotation.mostAheadMillions", { count })
          }
        />
        <p className="text-small text-soft">{t("settings.annotation.mostAheadHelp", { count: READ_AHEAD })}</p>
      </div>
    </Section>
  );
}

function PreferenceSwitch({ name }: { name: (typeof SWITCHES)[number] }) {
  const [checked, set] = usePreference(name);
  return (
    <Switch
      side="end"
      label={t(`settings.annotation.${name}`)}
      {...(name === "autoAdvance" ? {} : { help: t(`settings.annotation.${name}Help`) })}
      checked={checked}
      onChange={set}
    />
  );
}
