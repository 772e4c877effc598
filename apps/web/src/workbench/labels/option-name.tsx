import { markFound, type NamePart } from "@postil/domain/labels/visible-options";
import { cx } from "../../ui/cx.ts";
import { VisuallyHidden } from "../../ui/screen-reader.tsx";

/**
 * Names with at least this many characters are shortened in the middle, so that names with different ends stay distinct
 * (design/questions.md#labels).
 */
const CUT_FROM = 16;
/** Characters kept after the cut; half of the name if it is shorter. */
const TAIL = 13;

/** The name of a label on one line. If it is too long, its middle is cut. The found part is marked. */
export function OptionName({ text, query = "", className }: { text: string; query?: string; className?: string }) {
  const parts = markFound(text.replaceAll(/\s+/g, " "), query);
  const [head, tail] = cutParts(parts);
  if (tail.length === 0) {
    return (
      <span translate="no" dir="auto" className={cx("truncate whitespace-pre", className)}>
        <Marked parts={head} />
      </span>
    );
  }
  return (
    <span translate="no" className={cx("flex min-w-0", className)}>
      <VisuallyHidden>{text}</VisuallyHidden>
      <span translate="no" dir="auto" aria-hidden="true" className="flex min-w-0 whitespace-pre">
        <span className="truncate whitespace-pre">
          <Marked parts={head} />
        </span>
        <span className="flex-none">
          <Marked parts={tail} />
        </span>
      </span>
    </span>
  );
}

function Marked({ parts }: { parts: readonly NamePart[] }) {
  let at = 0;
  return parts.map(({ text, found }) => {
    const key = at;
    at += text.length;
    return found ? (
      <mark key={key} className="bg-match text-current">
        {text}
      </mark>
    ) : (
      text
    );
  });
}

/** The parts before and after the cut. A short name has no part after it. A letter and its combining marks stay together. */
function cutParts(parts: readonly NamePart[]): readonly [readonly NamePart[], readonly NamePart[]] {
  const name = parts.map(({ text }) => text).join("");
  const cut = cutPlace(name);
  const head: NamePart[] = [];
  const tail: NamePart[] = [];
  let at = 0;
  for (const { text, found } of parts) {
    const before = text.slice(0, Math.max(0, cut - at));
    const after = text.slice(before.length);
    if (before !== "") head.push({ text: before, found });
    if (after !== "") tail.push({ text: after, found });
    at += text.length;
  }
  return [head, tail];
}

/** Created once: creating it costs more than cutting a name, and a list of records has hundreds of names. */
let signsOf: Intl.Segmenter | null = null;

/** The place where a long name is cut. It never splits a character. */
function cutPlace(name: string): number {
  if (name.length < CUT_FROM) return name.length;
  signsOf ??= new Intl.Segmenter();
  const signs = [...signsOf.segment(name)];
  if (signs.length < CUT_FROM) return name.length;
  return signs.at(-Math.min(TAIL, Math.floor(signs.length / 2)))?.index ?? name.length;
}
