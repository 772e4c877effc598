/** Texts that tell when or how much, written for people: nobody has to read them to judge a record, and no number holds them. */

const DATE = String.raw`(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|\d{4}-\d{2}|\d{4}-?[QW]\d{1,2})`;
const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[AaPp]\.?[Mm]\.?)?`;
const ZONE = String.raw`\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?`;
const WHEN = new RegExp(`^(?:${DATE}(?:(?:T|,?\\s+)${TIME}${ZONE})?|${TIME}${ZONE})$`);
/** A comma before the fraction, signs between thousands, a sign of money or of a share. */
const HOW_MUCH =
  /^[+-]?(?:[€$£¥]\s?)?(?:\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(?:\s?[€$£¥%])?$/;
const COMMA = /^-?\d+,\d+$/;

export const isMeasure = (text: string): boolean =>
  text.length <= 40 && (WHEN.test(text) || (/[,'%€$£¥ \u00A0\u202F+]/.test(text) && HOW_MUCH.test(text)));

/** The number that is written with a comma before its fraction, or null. */
export const numberWithComma = (text: string): number | null =>
  COMMA.test(text) ? Number(text.replace(",", ".")) : null;
