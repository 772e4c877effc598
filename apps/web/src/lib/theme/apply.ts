import { getPreferences, onPreferencesChange } from "../preferences/store.ts";
import { appearanceOf } from "./appearance.ts";

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
