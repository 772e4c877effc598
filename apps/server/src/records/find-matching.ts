import { addAll, countBits, removeAll } from "@postil/domain/queue/bitmap";
import type { AllOf, RecordsPlan, WantedText } from "./compile-tree.ts";
import { findByWords } from "./find-by-words.ts";
import { findText, type TextFound } from "./find-text.ts";
import { keepPassing } from "./keep-passing.ts";
import { everyRecord, keepStatuses } from "./record-statuses.ts";
import type { Search } from "./search.ts";
import { emptySet, keepAll, type SeqSet } from "./seq-set.ts";

/**
 * The records that meet a plan; `scored`: with how well they match words that all of them must have. Words below an `or` or
 * a `not` only choose.
 */
export async function findMatching(search: Search, plan: RecordsPlan, scored: boolean): Promise<TextFound> {
  const [weighed, ...words] = plan.kind === "all" && scored ? plan.words : [];
  if (!weighed || plan.kind !== "all") return { set: await findAll(search, plan), scores: null };
  const found = await findText(search, weighed, true);
  if (!found) return { set: emptySet(search.size), scores: null };
  const set = (await keep(search, { ...plan, words }, found.set)) ?? found.set;
  return { set, scores: found.scores };
}

const findAll = async (search: Search, plan: RecordsPlan): Promise<SeqSet> =>
  (await keep(search, plan, null)) ?? everyRecord(search);

/** Those of `among` that meet a plan. Null, there and here, stands for every record. Nothing that is given is changed. */
async function keep(search: Search, plan: RecordsPlan, among: SeqSet | null): Promise<SeqSet | null> {
  switch (plan.kind) {
    case "never":
      return emptySet(search.size);
    case "all":
      return keepEach(search, plan, among);
    case "any": {
      const found = emptySet(search.size);
      for (const part of plan.parts) {
        const some = await keep(search, part, among);
        if (some === null) return null;
        addAll(found, some);
      }
      return found;
    }
    case "not": {
      const without = await keep(search, plan.part, among);
      if (without === null) return emptySet(search.size);
      const left = among?.slice() ?? (await everyRecord(search));
      removeAll(left, without);
      return left;
    }
  }
}

/** What costs least for what it leaves comes first; nothing is looked up once nothing is left. */
async function keepEach(
  search: Search,
  { words, texts, rows, statuses, parts }: AllOf,
  among: SeqSet | null,
): Promise<SeqSet | null> {
  let kept = among;
  const isLeft = () => kept === null || countBits(kept) > 0;
  for (const wanted of words) {
    if (isLeft()) kept = await keepWords(search, wanted, kept);
  }
  if (isLeft()) kept = await keepPassing(search, kept, rows);
  for (const wanted of texts) {
    if (isLeft()) kept = await keepTexts(search, wanted, kept);
  }
  for (const wanted of statuses) {
    if (isLeft()) kept = await keepStatuses(search, kept, wanted);
  }
  for (const part of parts) {
    if (isLeft()) kept = await keep(search, part, kept);
  }
  return kept;
}

async function keepTexts(search: Search, wanted: WantedText, among: SeqSet | null): Promise<SeqSet> {
  const set = await findByWords(search, wanted);
  if (among) keepAll(set, among);
  return set;
}

async function keepWords(search: Search, wanted: AllOf["words"][number], among: SeqSet | null): Promise<SeqSet> {
  const set = (await findText(search, wanted, false))?.set ?? emptySet(search.size);
  if (among) keepAll(set, among);
  return set;
}
