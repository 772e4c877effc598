import type { CodePoints } from "@postil/domain/spans/code-points";
import { standsTurned, type TextDirection } from "@postil/domain/text/text-direction";
import { memo, type ReactNode } from "react";
import { entityColors } from "../../ui/entity-colors.ts";
import { Gloss } from "./gloss.tsx";
import type { SpanActions } from "./shown-span.ts";
import { type PlacedPiece, type PlacedSpan, samePieces, samePlaced } from "./span-blocks.ts";
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

/** Some lines of the text. Everything it holds as text is the text itself: names of spans are drawn by the style sheet. */
export const SpanBlock = memo(function SpanBlock(props: SpanBlockProps) {
  return <p className="postil-span-block">{drawn(props, 0)}</p>;
}, sameBlock);

/** The pieces from a depth on: those of one span that follow each other stand in one element. */
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
