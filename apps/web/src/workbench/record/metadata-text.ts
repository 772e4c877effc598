import { asWhole } from "@postil/domain/text/json-text";
import { LOCALE } from "../../lib/i18n/locale.ts";

/** A metadata value unchanged, as it is copied for other programs. */
export function metadataText(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(metadataText).join(", ");
  return JSON.stringify(value, (_name, inner) => (typeof inner === "bigint" ? asWhole(String(inner)) : inner)) ?? "";
}

// Grouping starts at five digits, because a number with four is often a year.
const numbers = new Intl.NumberFormat(LOCALE, { useGrouping: "min2", maximumFractionDigits: 20 });

/** A metadata value formatted for users. */
export function shownMetadata(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return numbers.format(value);
  if (Array.isArray(value)) return value.map(shownMetadata).join(", ");
  return metadataText(value);
}
