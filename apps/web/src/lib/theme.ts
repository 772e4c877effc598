import type { Preferences } from "@postil/domain/preferences/definitions";
import { getPreferences, onPreferencesChange } from "./preferences/store.ts";

type SystemWishes = { readonly dark: boolean; readonly moreContrast: boolean; readonly lessMotion: boolean };

/** The theme to show: the chosen one. For `system` it follows the system's colour scheme and contrast. */
export function resolveTheme(
  preference: Preferences["theme"],
  system: SystemWishes,
): Exclude<Preferences["theme"], "system"> {
  if (preference !== "system") return preference;
  if (system.moreContrast) return system.dark ? "contrast-dark" : "contrast";
  return system.dark ? "dark" : "light";
}

/** Size correction in px: serif letters look smaller than sans letters of the same size, monospaced letters look larger. */
const OPTICAL_CORRECTION = { sans: 0, serif: 1, mono: -2 } as const;
/** 72 characters of the record's font, in em of its own size (design/shell.md#look). */
const MEASURE_EM = 36;

type Appearance = {
  readonly data: { readonly [name: string]: string };
  readonly style: { readonly [property: string]: string };
};

/** The attributes of <html> for these preferences: data attributes for the themes, custom properties for the record's type. */
export function appearanceOf(preferences: Preferences, system: SystemWishes): Appearance {
  const size = preferences.recordFontSize + OPTICAL_CORRECTION[preferences.recordFont];
  return {
    data: {
      theme: resolveTheme(preferences.theme, system),
      density: preferences.density,
      record: preferences.recordFont,
      motion: preferences.motion === "reduce" || system.lessMotion ? "reduce" : "full",
    },
    style: {
      "--record-size": `${size}px`,
      "--record-line": `round(nearest, ${preferences.lineHeight}em, 4px)`,
      "--record-measure": `${preferences.recordFontSize * MEASURE_EM}px`,
    },
  };
}

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const moreContrast = window.matchMedia("(prefers-contrast: more)");
const lessMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

function apply(): void {
  const system = { dark: dark.matches, moreContrast: moreContrast.matches, lessMotion: lessMotion.matches };
  const { data, style } = appearanceOf(getPreferences(), system);
  const root = document.documentElement;
  Object.assign(root.dataset, data);
  for (const [property, value] of Object.entries(style)) root.style.setProperty(property, value);
}

// This is the first import of the page. It runs before the first paint, so the wrong theme never flashes.
apply();
onPreferencesChange(apply);
for (const query of [dark, moreContrast, lessMotion]) query.addEventListener("change", apply);
