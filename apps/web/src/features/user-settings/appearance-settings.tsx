import { t } from "i18next";
import "../../lib/i18n/en/names.ts";
import {
  DENSITIES,
  LINE_HEIGHT,
  type Preferences,
  RECORD_FONT_SIZE,
  RECORD_FONTS,
  THEMES,
} from "@postil/domain/preferences/definitions";
import { usePreference } from "../../lib/preferences/use-preference.ts";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Amount } from "./amount.tsx";
import { Section, SettingRow } from "./sections.tsx";

/** The look of the page and of records (AUT-32); every change applies at once. */
export function AppearanceSettings() {
  return (
    <Section id="appearance" heading={t("settings.appearance.heading")} note={t("settings.kept")}>
      <Choice
        name="theme"
        label={t("settings.appearance.theme")}
        choices={THEMES}
        words={(theme) => t(`names.theme.${theme}`)}
      />
      <Choice
        name="density"
        label={t("settings.appearance.density")}
        choices={DENSITIES}
        words={(density) => t(`settings.density.${density}`)}
      />
      <Choice
        name="recordFont"
        label={t("settings.appearance.recordFont")}
        choices={RECORD_FONTS}
        words={(font) => t(`settings.recordFont.${font}`)}
      />
      <Amount
        name="recordFontSize"
        label={t("settings.appearance.recordFontSize")}
        range={RECORD_FONT_SIZE}
        words={(count) => t("settings.appearance.pixels", { count })}
      />
      <Amount
        name="lineHeight"
        label={t("settings.appearance.lineHeight")}
        range={LINE_HEIGHT}
        words={(value) => value.toFixed(1)}
      />
      <LessMotion />
      <figure className="mt-3 max-w-160">
        <figcaption className="sr-only">{t("settings.appearance.sample")}</figcaption>
        <p className="rounded-panel border border-line bg-surface px-5 py-4 text-record">
          {t("settings.appearance.sampleText")}
        </p>
      </figure>
    </Section>
  );
}

function LessMotion() {
  const [motion, set] = usePreference("motion");
  return (
    <div className="max-w-160 py-2.5">
      <Switch
        side="end"
        label={t("settings.appearance.motion")}
        help={t("settings.appearance.motionHelp")}
        checked={motion === "reduce"}
        onChange={(less) => set(less ? "reduce" : "system")}
      />
    </div>
  );
}

type ChoiceName = "theme" | "density" | "recordFont";
type ChoiceProps<Name extends ChoiceName> = {
  name: Name;
  label: string;
  choices: readonly Preferences[Name][];
  words: (value: Preferences[Name]) => string;
};

function Choice<Name extends ChoiceName>({ name, label, choices, words }: ChoiceProps<Name>) {
  const [value, set] = usePreference(name);
  return (
    <SettingRow name={label}>
      <SegmentedControl
        label={label}
        options={choices.map((choice) => ({ value: choice, label: words(choice) }))}
        value={value}
        onChange={set}
      />
    </SettingRow>
  );
}
