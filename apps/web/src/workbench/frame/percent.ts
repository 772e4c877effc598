import { LOCALE } from "../../lib/i18n/locale.ts";

/**
 * Formats a share of 0 to 100 as every percentage is written: with at most this many decimals, without trailing zeros ("38 %",
 * "62.1 %", "50 %"). Only a complete share shows as 100.
 */
export function percent(value: number, digits: 0 | 1): string {
  const unit = 10 ** digits;
  const most = value < 100 ? 100 - 1 / unit : value;
  return `${Math.min(Math.round(value * unit) / unit, most).toLocaleString(LOCALE)} %`;
}
