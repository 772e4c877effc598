import type { Preferences } from "@postil/domain/preferences/definitions";

export type Theme = Exclude<Preferences["theme"], "system">;
export type SystemWishes = { readonly dark: boolean; readonly moreContrast: boolean; readonly lessMotion: boolean };

/** The theme to show: the chosen one. For `system` it follows the system's colour scheme and contrast. */
export function resolveTheme(preference: Preferences["theme"], system: SystemWishes): Theme {
  if (preference !== "system") return preference;
  if (system.moreContrast) return system.dark ? "contrast-dark" : "contrast";
  return system.dark ? "dark" : "light";
}

/** Size correction in px: serif letters look smaller than sans letters of the same size, monospaced letters look larger. */
const OPTICAL_CORRECTION = { sans: 0, serif: 1, mono: -2 } as const;
/** 72 characters of the record's font, in em of its own size (design/shell.md#look). */
const MEASURE_EM = 36;

export type Appearance = {
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
