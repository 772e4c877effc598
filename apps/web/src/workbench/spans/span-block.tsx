import type { Stretch } from "@postil/domain/spans/span";
import { spanPieces } from "@postil/domain/spans/span-pieces";
import type { CodePoints } from "@postil/domain/spans/span-units";
import { standsTurned, type TextDirection } from "@postil/domain/text/text-direction";
import "../../lib/i18n/en/spans.ts";
import { t } from "i18next";
import { X } from "lucide-react";
import { memo, type ReactNode, useState } from "react";
import { Icon, Star } from "../../ui/icon.tsx";
import { entityColors } from "../../ui/swatch.tsx";
import type { ShownSpan, SpanActions } from "./shown-span.ts";
import { AT } from "./text-places.ts";

type SpanBlockProps = {
  points: CodePoints;
  direction: TextDirection;
  pieces: readonly PlacedPiece[];
  glosses: boolean;
  actions: Pick<SpanActions, "onOpen" | "onRemove">;
};

const sameBlock = (one: SpanBlockProps, other: SpanBlockProps) =>
  one.points === other.points &&
  one.glosses === other.glosses &&
  one.actions === other.actions &&
  samePieces(one.pieces, other.pieces);

/** Some lines of the text. All text nodes belong to the text itself. The style sheet draws the names of spans. */
export const SpanBlock = memo(function SpanBlock(props: SpanBlockProps) {
  return <p className="postil-span-block">{drawn(props, 0)}</p>;
}, sameBlock);

/** Renders the pieces from a nesting depth on. Adjacent pieces of one span share an element. */
function drawn(props: SpanBlockProps, depth: number): ReactNode[] {
  const { pieces, points } = props;
  const nodes: ReactNode[] = [];
  for (let from = 0; from < pieces.length; ) {
    const first = pieces[from];
    if (first === undefined) break;
    const placed = first.spans[depth];
    let to = from + 1;
    while (placed !== undefined && pieces[to]?.spans[depth] === placed) to++;
    nodes.push(
      placed === undefined ? (
        <span key={first.start} {...{ [AT]: first.start }}>
          {points.slice(first.start, first.end)}
        </span>
      ) : (
        <DrawnSpan
          key={`${first.start} ${placed.span.key}`}
          {...props}
          placed={placed}
          pieces={pieces.slice(from, to)}
          depth={depth}
        />
      ),
    );
    from = to;
  }
  return nodes;
}

type DrawnSpanProps = SpanBlockProps & { placed: PlacedSpan; depth: number };

const DrawnSpan = memo(
  function DrawnSpan({ placed: { span, row }, depth, ...props }: DrawnSpanProps) {
    const { points, direction, pieces, glosses, actions } = props;
    const outer = pieces.some(({ spans }) => spans.length > depth + 1);
    const isNamed = glosses && pieces[0]?.start === Math.max(0, span.start);
    const turned =
      isNamed && standsTurned(points.text, points.toUnits(span.start), points.toUnits(span.end), direction);
    return (
      <span
        className="postil-span"
        data-look={span.look}
        data-outer={outer || undefined}
        data-inner={depth > 0 || undefined}
        data-turned={turned || undefined}
        title={span.hint}
        style={entityColors(span.color)}
      >
        {isNamed && <Gloss span={span} words={points.slice(span.start, span.end)} row={row} actions={actions} />}
        {drawn(props, depth + 1)}
      </span>
    );
  },
  (one, other) => one.depth === other.depth && samePlaced(one.placed, other.placed) && sameBlock(one, other),
);

/** From this many code points on, a line break ends a block. */
const BLOCK = 400;

/**
 * The starts of a text's blocks: after line breaks, some hundred characters apart. So a change renders only its block and not
 * the whole text.
 */
export function blockStarts({ text, toPoints }: CodePoints): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    const place = toPoints(at + 1);
    if (at + 1 < text.length && place - (starts.at(-1) ?? 0) >= BLOCK) starts.push(place);
  }
  return starts;
}

/** A span, and the row below the words for its name. */
type PlacedSpan = { readonly span: ShownSpan; readonly row: number };
type PlacedPiece = Stretch & { readonly spans: readonly PlacedSpan[] };
type ShownBlock = { readonly start: number; readonly pieces: readonly PlacedPiece[] };

/** The blocks of a text with the pieces to render. */
export function shownBlocks(
  length: number,
  spans: readonly ShownSpan[],
  starts: readonly number[],
): readonly ShownBlock[] {
  const { pieces, rows } = spanPieces(length, spans, starts);
  const placed = new Map(spans.map((span) => [span, { span, row: rows.get(span) ?? 0 }]));
  const blocks: { start: number; pieces: PlacedPiece[] }[] = [];
  for (const { start, end, spans: over } of pieces) {
    if (start === starts[blocks.length]) blocks.push({ start, pieces: [] });
    blocks.at(-1)?.pieces.push({ start, end, spans: over.flatMap((span) => placed.get(span) ?? []) });
  }
  return blocks;
}

const samePieces = (one: readonly PlacedPiece[], other: readonly PlacedPiece[]): boolean =>
  one.length === other.length && one.every((piece, index) => samePiece(piece, other[index]));

const samePiece = (one: PlacedPiece, other: PlacedPiece | undefined): boolean =>
  one.start === other?.start &&
  one.end === other.end &&
  one.spans.length === other.spans.length &&
  one.spans.every((placed, index) => samePlaced(placed, other.spans[index]));

const samePlaced = (one: PlacedSpan, other: PlacedSpan | undefined): boolean =>
  one === other || (one.row === other?.row && sameShown(one.span, other.span));

const sameShown = (one: ShownSpan, other: ShownSpan): boolean =>
  one === other ||
  (one.key === other.key &&
    one.start === other.start &&
    one.end === other.end &&
    one.name === other.name &&
    one.look === other.look &&
    one.color === other.color &&
    one.star === other.star &&
    one.score === other.score &&
    one.hint === other.hint);

type GlossProps = {
  span: ShownSpan;
  words: string;
  row: number;
  actions: Pick<SpanActions, "onOpen" | "onRemove">;
};

/** Maximum length of a span's words in a spoken text, UTF-16 units. */
const SAID = 80;
export const shortWords = (words: string) => (words.length > SAID ? `${words.slice(0, SAID)}…` : words);

/** The name of a span below its first word. It takes no width in the line and adds no text that can be copied. */
function Gloss({ span, words, row, actions: { onOpen, onRemove } }: GlossProps) {
  const [near, setNear] = useState(false);
  const values = { label: span.name, words: shortWords(words) };
  const face = (
    <>
      {span.star && <Star size={10} />}
      <span
        className="postil-gloss-name"
        data-name={span.score === undefined ? span.name : `${span.name} ${span.score}`}
      />
    </>
  );
  return (
    <>
      {row > 0 && <span className="postil-gloss-room" style={{ "--row": row } as Record<string, number>} />}
      <span
        className="postil-gloss"
        data-look={span.look}
        style={{ "--row": row } as Record<string, number>}
        // Touch users remove a span in the list of labels instead.
        onPointerEnter={({ pointerType }) => setNear(pointerType !== "touch")}
        onPointerLeave={() => setNear(false)}
      >
        {onOpen === undefined ? (
          face
        ) : (
          <button type="button" tabIndex={-1} aria-label={t("spans.open", values)} onClick={() => onOpen(span)}>
            {face}
          </button>
        )}
        {near && onRemove !== undefined && span.look !== "predicted" && (
          <button type="button" tabIndex={-1} aria-label={t("spans.remove", values)} onClick={() => onRemove(span)}>
            <Icon of={X} size={12} />
          </button>
        )}
      </span>
    </>
  );
}
