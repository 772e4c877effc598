import { namesIn } from "../lib/i18n/inserted-names.ts";

/** A text that `t` returned. A browser never translates the names in it (I18-05). */
export function Named({ of: text }: { of: string }) {
  const names = namesIn(text).toSorted((one, other) => other.length - one.length);
  if (names.length === 0) return text;
  const patterns = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])(${patterns.join("|")})(?![\\p{L}\\p{N}])`, "u");
  // Every second piece is a name.
  return text.split(whole).map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is what stands at its place
      <span key={at} translate="no">
        {piece}
      </span>
    ),
  );
}
