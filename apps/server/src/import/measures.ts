/**
 * Recognizes dates, times and amounts in a format for people. They are not needed to judge a record, and they are not plain
 * numbers.
 */

const DATE = String.raw`(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|\d{4}-\d{2}|\d{4}-?[QW]\d{1,2})`;
const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[AaPp]\.?[Mm]\.?)?`;
const ZONE = String.raw`\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?`;
const WHEN = new RegExp(`^(?:${DATE}(?:(?:T|,?\\s+)${TIME}${ZONE})?|${TIME}${ZONE})$`);
/** A decimal comma, separators between thousands, a currency sign or a percent sign. */
const HOW_MUCH =
  /^[+-]?(?:[€$£¥]\s?)?(?:\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(?:\s?[€$£¥%])?$/;
const COMMA = /^-?\d+,\d+$/;

export const isMeasure = (text: string): boolean =>
  text.length <= 40 && (WHEN.test(text) || (/[,'%€$£¥ \u00A0\u202F+]/.test(text) && HOW_MUCH.test(text)));

/** The number with a decimal comma, or null. */
export const numberWithComma = (text: string): number | null =>
  COMMA.test(text) ? Number(text.replace(",", ".")) : null;
