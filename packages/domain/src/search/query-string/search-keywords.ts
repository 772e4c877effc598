import { type Analysis, cutText } from "../../text/cut-text.ts";
import type { Word } from "../../text/text-analysis.ts";
import { placesNear } from "../near-words.ts";
import type { FieldName, QueryLeaf } from "../query-tree.ts";
import { beginsAt, type TextDemand } from "../text-query.ts";
import { type WordTest, wordTest } from "../word-pattern.ts";

/** The texts of a record in a field; none when the field has no texts. */
export type TextsOf = (field: FieldName) => readonly string[];

/** Goes through the words of one text and marks the ones that the query matches. */
type Marker = (words: readonly string[], marked: boolean[]) => void;
type FieldMarkers = { readonly field: FieldName; readonly analysis: Analysis; readonly markers: readonly Marker[] };

/**
 * The pieces of a record's texts that a query found (contract search-semantics 3.4), as they are written. Neighbours
 * with only white space between them form one piece. `regexpTest`: as for `wordTest`.
 */
export function keywordFinder(
  wanted: readonly QueryLeaf[],
  regexpTest: (expression: string) => WordTest,
): (texts: TextsOf) => readonly string[] {
  const fields = [...Map.groupBy(wanted.filter(isOfWords), ({ field, analysis }) => JSON.stringify([field, analysis]))];
  const marking = fields.flatMap(([, leaves]): FieldMarkers[] => {
    const [first] = leaves;
    if (first?.field == null) return [];
    const markers = leaves.flatMap((leaf) => markersOf(leaf, regexpTest));
    return [{ field: first.field, analysis: first.analysis, markers }];
  });
  return (texts) => [...new Set(marking.flatMap((field) => piecesOf(texts(field.field), field)))];
}

type WordsLeaf = Extract<QueryLeaf, { readonly kind: "words" | "near" | "pattern" }>;

const isOfWords = (leaf: QueryLeaf): leaf is WordsLeaf =>
  leaf.kind === "words" || leaf.kind === "near" || leaf.kind === "pattern";

function markersOf(leaf: WordsLeaf, regexpTest: (expression: string) => WordTest): readonly Marker[] {
  if (leaf.kind === "words") return [markDemands(leaf.demands)];
  if (leaf.kind === "pattern") {
    const fits = wordTest(leaf.pattern, regexpTest);
    return [(words, marked) => mark(marked, words, (word) => fits(word))];
  }
  return [
    (words, marked) => {
      for (const places of placesNear(leaf.words, leaf.slop, words)) for (const place of places) marked[place] = true;
    },
  ];
}

function mark(marked: boolean[], words: readonly string[], fits: WordTest): void {
  for (const [place, word] of words.entries()) if (fits(word)) marked[place] = true;
}

function markDemands(demands: readonly TextDemand[]): Marker {
  const byFirst = Map.groupBy(demands, ({ words }) => words[0]);
  return (words, marked) => {
    for (const [place, word] of words.entries()) {
      for (const demand of byFirst.get(word) ?? []) {
        if (beginsAt(demand, words, place)) marked.fill(true, place, place + demand.words.length);
      }
    }
  };
}

const ONLY_BLANKS = /^\s+$/;

/**
 * Most UTF-16 units of a field's texts that are searched. The markers keep all words in memory, which takes a hundred
 * times the size of the text.
 */
export const LOOKED_AT = 1_000_000;

/** The beginnings of texts, together at most `LOOKED_AT` long, cut between two words if there is a blank. */
function* beginningsOf(texts: readonly string[]): Generator<string> {
  let left = LOOKED_AT;
  for (const text of texts) {
    if (text.length > left) {
      const blank = text.lastIndexOf(" ", left);
      yield text.slice(0, blank < 0 ? left : blank);
      return;
    }
    yield text;
    left -= text.length;
  }
}

function piecesOf(texts: readonly string[], { analysis, markers }: FieldMarkers): string[] {
  const pieces: string[] = [];
  // Two texts of a field count as separated by a new line.
  let between = "\n";
  for (const text of beginningsOf(texts)) {
    const words = cutText(text, analysis);
    const marked = words.map(() => false);
    const spelled = words.map((word) => word.text);
    for (const marker of markers) marker(spelled, marked);
    // Texts without a match do not separate pieces.
    if (!marked.includes(true)) continue;
    let end = 0;
    for (const [place, word] of words.entries()) {
      if (!marked[place]) continue;
      between += text.slice(end, word.start);
      addPiece(pieces, written(text, word), ONLY_BLANKS.test(between));
      [between, end] = ["", word.end];
    }
    between += `${text.slice(end)}\n`;
  }
  return pieces;
}

const written = (text: string, { start, end }: Word): string => text.slice(start, end);

function addPiece(pieces: string[], piece: string, isNext: boolean): void {
  const last = pieces.pop();
  if (last === undefined) pieces.push(piece);
  else if (isNext) pieces.push(`${last} ${piece}`);
  else pieces.push(last, piece);
}
