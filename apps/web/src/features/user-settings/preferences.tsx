import {
  DENSITIES,
  LINE_HEIGHT,
  MOST_AHEAD,
  type Preferences,
  RECORD_FONT_SIZE,
  RECORD_FONTS,
  SEEN_AFTER,
  THEMES,
} from "@postil/domain/preferences/definitions";
import { ALWAYS_AHEAD, READ_AHEAD } from "@postil/domain/queue/read-ahead";
import { t } from "i18next";
import { type ReactNode, useId } from "react";
import "../../lib/i18n/en/lists.ts";
import { usePreference } from "../../lib/preferences/store.ts";
import { Switch } from "../../ui/form-controls.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { Section } from "./sections.tsx";

/** The look of the page and of records (AUT-32); every change applies at once. */
export function AppearanceSettings() {
  return (
    <Section id="appearance" heading={t("settings.appearance.heading")} note={t("settings.kept")}>
      <Choice name="theme" choices={THEMES} words={(theme) => t(`names.theme.${theme}`)} />
      <Choice name="density" choices={DENSITIES} words={(density) => t(`settings.density.${density}`)} />
      <Choice name="recordFont" choices={RECORD_FONTS} words={(font) => t(`settings.recordFont.${font}`)} />
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
  choices: readonly Preferences[Name][];
  words: (value: Preferences[Name]) => string;
};

function Choice<Name extends ChoiceName>({ name, choices, words }: ChoiceProps<Name>) {
  const setting: ChoiceName = name;
  const label = t(`settings.appearance.${setting}`);
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

type AmountProps = {
  name: "recordFontSize" | "lineHeight" | "seenAfter" | "mostAhead";
  label: string;
  range: { readonly min: number; readonly max: number; readonly step: number };
  words: (value: number) => string;
};

function Amount({ name, label, range, words }: AmountProps) {
  const id = useId();
  const [value, set] = usePreference(name);
  return (
    <SettingRow name={label} htmlFor={id}>
      <div className="flex h-control items-center gap-3">
        <input
          id={id}
          type="range"
          {...range}
          value={value}
          aria-valuetext={words(value)}
          onChange={(event) => set(Number(event.target.value))}
          className="w-48 accent-accent"
        />
        <output htmlFor={id} className="min-w-10 text-right whitespace-nowrap tabular-nums">
          {words(value)}
        </output>
      </div>
    </SettingRow>
  );
}

/** A name at the left, its control at the right; one above the other on a phone. */
function SettingRow({ name, htmlFor, children }: { name: string; htmlFor?: string; children: ReactNode }) {
  const Name = htmlFor === undefined ? "span" : "label";
  return (
    <div className="flex min-h-10 max-w-160 flex-wrap items-center justify-between gap-x-6 gap-y-1 max-md:py-1">
      <Name htmlFor={htmlFor}>{name}</Name>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
