import { firstPlace } from "../../text/first-place.ts";
import { type Analysis, cutText, type Word } from "../../text/text-analysis.ts";
import type { FieldName, QueryLeaf } from "../query-tree.ts";
import { beginsAt, type TextDemand } from "../text-query.ts";
import { type WordTest, wordTest } from "../word-pattern.ts";

type TextsOf = (field: FieldName) => readonly string[];

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

/** Most UTF-16 units that are searched: the words in memory take a hundred times the size of the text. */
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

/**
 * True if the words are near each other in a text (contract search-semantics 3.2, `"a b"~3`). Each word needs a place
 * of its own in the text. Subtract from each place the word's index in the phrase; the results may differ by at most
 * `slop`. So 0 is the exact phrase, 1 allows one more word in between, 2 allows neighbours to change places. Costs the
 * number of their occurrences times the number of words.
 */
export const standNear = (phrase: readonly string[], slop: number, text: readonly string[]): boolean =>
  !placesNear(phrase, slop, text).next().done;

/** The places of the words, once for each match. */
export function* placesNear(
  phrase: readonly string[],
  slop: number,
  text: readonly string[],
): Generator<readonly number[]> {
  const wanted = new Set(phrase);
  const places = new Map<string, number[]>();
  for (const [place, word] of text.entries()) {
    if (!wanted.has(word)) continue;
    const others = places.get(word);
    if (others) others.push(place);
    else places.set(word, [place]);
  }
  if (places.size < wanted.size) return;
  // The smallest difference is always one of these, so no other start can match.
  const starts = new Set(phrase.flatMap((word, index) => (places.get(word) ?? []).map((place) => place - index)));
  for (const start of starts) {
    const found = placesFrom(phrase, slop, places, start);
    if (found) yield found;
  }
}

/** A place for every word, at most `slop` after its place in the phrase; null: some word has none. */
function placesFrom(
  phrase: readonly string[],
  slop: number,
  places: ReadonlyMap<string, readonly number[]>,
  start: number,
): readonly number[] | null {
  const taken = new Map<string, number>();
  const found: number[] = [];
  for (const [index, word] of phrase.entries()) {
    const from = start + index;
    const all = places.get(word) ?? [];
    const least = Math.max(from, (taken.get(word) ?? -1) + 1);
    const place = all[firstPlace(all.length, (at) => (all[at] ?? 0) >= least)];
    if (place === undefined || place > from + slop) return null;
    taken.set(word, place);
    found.push(place);
  }
  return found;
}
