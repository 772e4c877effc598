import { LOCALE } from "../../lib/i18n/locale.ts";

/** A share of 0 to 100 with a thin blank before its sign: "38 %", "62.1 %". 100 is said only of what is complete. */
export function percent(value: number, digits: 0 | 1): string {
  const unit = 10 ** digits;
  const rounded = Math.round(value * unit) / unit;
  const honest = value < 100 && rounded === 100 ? 100 - 1 / unit : rounded;
  return `${honest.toLocaleString(LOCALE, { minimumFractionDigits: digits, maximumFractionDigits: digits })} %`;
}
