import { LOCALE } from "./locale.ts";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** "219 MB", "3.1 GB": three digits at most, in units of a thousand. */
export function sizeText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const unit = UNITS[step] ?? "byte";
  const value = bytes / 1000 ** step;
  const maximumFractionDigits = value < 10 && step > 0 ? 1 : 0;
  const unitDisplay = step === 0 ? "long" : "short";
  return new Intl.NumberFormat(LOCALE, { style: "unit", unit, unitDisplay, maximumFractionDigits }).format(value);
}
