import { countBits, removeAll } from "@postil/domain/queue/bitmap";
import { Refusal } from "@postil/domain/refusal";
import { type TextDemand, withoutImplied } from "@postil/domain/search/text-query";
import type { Phrase, TextMatch, TextSearch } from "../storage/engine.ts";
import type { WantedWords } from "./compile-tree.ts";
import { everyRecord } from "./record-statuses.ts";
import type { Search } from "./search.ts";
import { keepAll, type SeqSet, setOf } from "./seq-set.ts";
import { rankWords } from "./words/rank-words.ts";
import { countedWords } from "./words/word-copies.ts";
import { wordSet } from "./words/word-sets.ts";

/** `scores`: of the first matches, which may not all be in the set; null if there are none. */
export type TextFound = { readonly set: SeqSet; readonly scores: TextMatch | null };

/**
 * Maximum number of matches that are scored for two words, in insertion order; fewer for more words. Scoring costs ten times
 * as much as finding, and people read only the first of a hundred thousand matches.
 */
const MOST_RANKED = 65_536;
/**
 * Demands per statement. In a longer statement each step of the engine would check all of them, and a search can be stopped
 * only between statements. Only the first statement is scored: with so many words the others hardly change the order.
 */
const TOGETHER = 8;
/**
 * Maximum number of distinct words for all prefixes of a search together: the engine merges the records of all words of a
 * prefix before it returns the first.
 */
const MOST_EXPANSIONS = 10_000;
/** Longer phrases are first tested by their beginning. */
const SHORT_PHRASE = 4;

/** The records that match the wanted words; null if none does. `scored`: with their scores. */
export async function findText(search: Search, wanted: WantedWords, scored: boolean): Promise<TextFound | null> {
  const { column: field } = wanted;
  const demands = withoutImplied(wanted.demands);
  await refuseWide(search, demands);
  const possible = await withoutImpossible(search, demands, field);
  if (possible === null) return null;
  const [first, ...others] = inGroups(possible.filter(({ excluded }) => !excluded));
  const match = (having: TextSearch["having"], group: readonly TextDemand[]) => {
    const wanted = { having, phrases: group.map(phraseOf), field };
    return wordSet(search, JSON.stringify(wanted), async () =>
      setOf(search.size, await search.db.text.match(search.datasetKey, wanted)),
    );
  };

  const found = !first
    ? { set: await everyRecord(search), scores: null }
    : scored
      ? ((await weighInMemory(search, first, field)) ?? (await weigh(search, first, field)))
      : { set: await match("all", first), scores: null };
  for (const group of others) {
    if (countBits(found.set) === 0) return found;
    keepAll(found.set, await match("all", group));
  }
  for (const group of inGroups(possible.filter(({ excluded }) => excluded))) {
    if (countBits(found.set) === 0) return found;
    removeAll(found.set, await match("any", group));
  }
  return found;
}

const phraseOf = ({ words, prefix }: TextDemand): Phrase => ({ words, prefix });

function inGroups(demands: readonly TextDemand[]): TextDemand[][] {
  const groups: TextDemand[][] = [];
  for (let from = 0; from < demands.length; from += TOGETHER) groups.push(demands.slice(from, from + TOGETHER));
  return groups;
}

/** For single frequent words: scores all matches in memory. Null for other demands. */
async function weighInMemory(
  search: Search,
  demands: readonly TextDemand[],
  field: number | null,
): Promise<TextFound | null> {
  const words = demands.flatMap(({ words, prefix }) => (prefix || words.length > 1 ? [] : words));
  const counted = words.length === demands.length ? await countedWords(search, words, field) : null;
  return counted && rankWords(counted, search.size);
}

async function weigh(
  { db, datasetKey, size }: Search,
  demands: readonly TextDemand[],
  field: number | null,
): Promise<TextFound> {
  const wanted = { having: "all", phrases: demands, field } as const;
  const most = Math.floor((MOST_RANKED * 2) / Math.max(2, demands.length));
  const scores = await db.text.rank(datasetKey, wanted, most);
  const all = scores.seqs.length < most ? scores.seqs : await db.text.match(datasetKey, wanted);
  return { set: setOf(size, all), scores };
}

async function refuseWide({ db, datasetKey }: Search, demands: readonly TextDemand[]): Promise<void> {
  const beginnings = demands.flatMap(({ words, prefix }) => (prefix ? words.slice(-1) : []));
  let left = MOST_EXPANSIONS;
  for (const beginning of beginnings) {
    left -= await db.text.countBeginning(datasetKey, beginning, left + 1);
    if (left >= 0) continue;
    const most = MOST_EXPANSIONS.toLocaleString("en");
    const [what, advice] =
      beginnings.length > 1
        ? [
            `The ${beginnings.length} beginnings of words in this search stand`,
            "Leave some out, or write more of them.",
          ]
        : [`'${beginning}*' stands`, "Write more of its beginning."];
    throw new Refusal("unprocessable", `${what} for more than ${most} different words here. ${advice}`);
  }
}

/**
 * The demands without excluded phrases that occur nowhere; null if a wanted phrase occurs nowhere. A long phrase costs its
 * length in each record with its words. If its first two, four or eight words do not occur as a phrase, the whole phrase does
 * not occur.
 */
async function withoutImpossible(
  { db, datasetKey }: Search,
  demands: readonly TextDemand[],
  field: number | null,
): Promise<readonly TextDemand[] | null> {
  const known = new Map<string, boolean>();
  const stands = async (words: Phrase["words"]) => {
    const key = words.join(" ");
    const wanted = { having: "all", phrases: [{ words, prefix: false }], field } as const;
    const found = known.get(key) ?? (await db.text.has(datasetKey, wanted));
    known.set(key, found);
    return found;
  };
  const possible: TextDemand[] = [];
  for (const demand of demands) {
    if (await mayStand(demand.words, stands)) possible.push(demand);
    else if (!demand.excluded) return null;
  }
  return possible;
}

async function mayStand(
  words: readonly string[],
  stands: (words: Phrase["words"]) => Promise<boolean>,
): Promise<boolean> {
  if (words.length <= SHORT_PHRASE) return true;
  for (let length = 2; length < words.length; length *= 2) {
    if (!(await stands(words.slice(0, length)))) return false;
  }
  return true;
}
