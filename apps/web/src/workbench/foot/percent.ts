import { LOCALE } from "../../lib/i18n/locale.ts";

/**
 * A share of 0 to 100 as every percentage is written: at most so many digits behind the point, and none that is 0 ("38 %",
 * "62.1 %", "50 %"). 100 is said only of what is complete.
 */
export function percent(value: number, digits: 0 | 1): string {
  const unit = 10 ** digits;
  const most = value < 100 ? 100 - 1 / unit : value;
  return `${Math.min(Math.round(value * unit) / unit, most).toLocaleString(LOCALE)} %`;
}
