import { compareCodePoints } from "@postil/domain/text/characters";
import { type Demand, isWithin } from "../../storage/value-sources.ts";

/** Distinct terms with codes from 1, in order of arrival. */
export type Dictionary = {
  readonly size: () => number;
  readonly bytes: () => number;
  /** The code of a term; a new term gets a new code. */
  readonly add: (term: string) => number;
  readonly termOf: (code: number) => string;
  /** By code: 1 if the term meets a demand. */
  readonly meeting: (demand: Demand) => Uint8Array;
  /** By code: the position of the term in sort order. */
  readonly ranks: () => Int32Array;
};

/** Bytes per term besides its characters: entries of a map and a list, and the header of the string. */
const BYTES = 100;

export function createDictionary(): Dictionary {
  const codes = new Map<string, number>();
  const terms: string[] = [""];
  let characters = 0;
  let ordered: Int32Array | null = null;

  return {
    size: () => codes.size,
    bytes: () => codes.size * BYTES + characters * 2 + (ordered?.byteLength ?? 0),
    add: (term) => {
      const known = codes.get(term);
      if (known !== undefined) return known;
      codes.set(term, terms.length);
      characters += term.length;
      ordered = null;
      return terms.push(term) - 1;
    },
    termOf: (code) => terms[code] ?? "",
    meeting: (demand) => {
      const flags = new Uint8Array(terms.length);
      // The database contains only well-formed strings.
      const wanted = demand.values?.map((value) => String(value).toWellFormed()) ?? codes.keys();
      const { test = () => true } = demand;
      for (const term of wanted) if (isWithin(demand, term) && test(term)) flags[codes.get(term) ?? 0] = 1;
      flags[0] = 0;
      return flags;
    },
    ranks: () => {
      if (ordered) return ordered;
      const ranks = new Int32Array(terms.length);
      for (const [rank, term] of [...codes.keys()].sort(compareCodePoints).entries())
        ranks[codes.get(term) ?? 0] = rank;
      ordered = ranks;
      return ranks;
    },
  };
}
