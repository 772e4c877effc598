import type { Task } from "../datasets/dataset.ts";
import { pythonFloat } from "../text/python-text.ts";

/** The aggregations over all records that a search finds (contract api-v0 6.2, search-semantics 6). */

/** Values with the number of records that have each, in the order of the reply. */
export type ValueCounts = readonly (readonly [value: string, count: number])[];

/** Sums of numbers, or of times in milliseconds. Without any value, `min` and `max` are infinite. */
export type NumberSums = {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly sum: number;
  readonly sumOfSquares: number;
};

export type MetadataAggregation = { readonly key: string } & (
  | { readonly counts: ValueCounts }
  | { readonly sums: NumberSums; readonly of: "numbers" | "times" }
);

export const COUNTED_FIELDS = [
  "predicted_as",
  "annotated_as",
  "predicted_by",
  "annotated_by",
  "status",
  "predicted",
] as const;
export type CountedField = (typeof COUNTED_FIELDS)[number];

export type MentionCounts = readonly (readonly [label: string, mentions: ValueCounts])[];

export type TaskAggregations = {
  readonly task: Task;
  readonly fields: { readonly [F in CountedField]: ValueCounts };
  readonly score: ValueCounts;
  readonly words: ValueCounts;
  readonly metadata: readonly MetadataAggregation[];
  /** Null for tasks other than token classification. */
  readonly mentions: { readonly predicted: MentionCounts; readonly annotated: MentionCounts } | null;
};

/** Most values in an aggregation of labels, agents and the like: the most frequent ones. */
export const MOST_VALUES = 1000;
export const MOST_CLOUD_WORDS = 80;

/** Sums up numbers, each counted `times` times. */
export function createSums() {
  let [count, min, max, sum, sumOfSquares] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  return {
    add: (value: number, times: number): void => {
      count += times;
      min = Math.min(min, value);
      max = Math.max(max, value);
      sum += value * times;
      sumOfSquares += value * value * times;
    },
    result: (): NumberSums => ({ count, min, max, sum, sumOfSquares }),
  };
}

/** As the whole population, and as a sample, which needs at least two numbers; else null. */
export type Spread = { readonly variance: number; readonly deviation: number; readonly sample: SampleSpread | null };
type SampleSpread = { readonly variance: number; readonly deviation: number };

/** Needs at least one number. */
export function spreadOf({ count, sum, sumOfSquares }: NumberSums): Spread {
  const squares = Math.max(0, sumOfSquares - (sum * sum) / count);
  const variance = squares / count;
  const sampled = squares / (count - 1);
  return {
    variance,
    deviation: Math.sqrt(variance),
    sample: count > 1 ? { variance: sampled, deviation: Math.sqrt(sampled) } : null,
  };
}

/** Most buckets between the ends for which empty ones are listed; beyond that, empty buckets are left out. */
const MOST_BUCKETS = 65_536;

/** Number of first buckets that are counted in an array; scores are in them. A map takes ten times as long. */
const FIRST = 1024;

/** Each bucket is named by its lower end, with a decimal point (contract search-semantics 6). */
export function createHistogram(width: number) {
  const first = new Float64Array(FIRST);
  const others = new Map<number, number>();
  return {
    add: (value: number, count: number): void => {
      const bucket = Math.floor(value / width);
      if (bucket >= 0 && bucket < FIRST) first[bucket] = (first[bucket] ?? 0) + count;
      else others.set(bucket, (others.get(bucket) ?? 0) + count);
    },
    result: (): ValueCounts => {
      const counts = new Map(others);
      for (const [bucket, count] of first.entries()) if (count > 0) counts.set(bucket, count);
      const buckets = [...counts.keys()].sort((a, b) => a - b);
      const [low = 0, high = -1] = [buckets[0], buckets.at(-1)];
      const all = high - low < MOST_BUCKETS ? Array.from({ length: high - low + 1 }, (_, i) => low + i) : buckets;
      return all.map((bucket) => [pythonFloat(bucket * width), counts.get(bucket) ?? 0]);
    },
  };
}

export const SCORE_WIDTH = 0.001;

const ASCII_ONLY = /^[ -~\s]*$/;
const ASCII_WORD = /[a-z]+/g;
const WORD = /\p{L}+/gu;

/**
 * The words of a text that count in the word cloud, each once (contract search-semantics 1, `wordcloud`): runs of
 * letters in lower case, without the stop words of four languages.
 */
export function cloudWords(text: string): string[] {
  const words = new Set<string>();
  // Added one by one: a list of all words takes many times the memory of the text.
  for (const [word] of text.toLowerCase().matchAll(ASCII_ONLY.test(text) ? ASCII_WORD : WORD)) words.add(word);
  return [...words].filter((word) => !CLOUD_STOP_WORDS.has(word));
}

/**
 * The words that the word cloud leaves out (contract search-semantics 1, `wordcloud`): the stop words of the Snowball
 * project (snowballstem.org, BSD licence) for English, Spanish, French and German. Those with an apostrophe are not in
 * the list, because words are cut there.
 */
const ENGLISH = `a about above after again against all am an and any are as at be because been before being below between both but by
cannot could did do does doing down during each few for from further had has have having he her here hers herself him himself his how
i if in into is it its itself me more most my myself no nor not of off on once only or other ought our ours ourselves out over own
same she should so some such than that the their theirs them themselves then there these they this those through to too under until
up very was we were what when where which while who whom why with would you your yours yourself yourselves`;

const SPANISH = `a al algo algunas algunos ante antes como con contra cual cuando de del desde donde durante e el ella ellas ellos en
entre era erais eran eras eres es esa esas ese eso esos esta estaba estabais estaban estabas estad estamos estando estar estará
estarán estarás estaré estaréis estaría estaríais estaríamos estarían estarías estaremos estas este esto estos estoy estuve estuviera
estuvierais estuvieran estuvieras estuvieron estuviese estuvieseis estuviesen estuvieses estuvimos estuviste estuvisteis estuviéramos
estuviésemos estuvo está estábamos estáis están estás esté estéis estemos estén estés fue fuera fuerais fueran fueras fueron fuese
fueseis fuesen fueses fui fuimos fuiste fuisteis fuéramos fuésemos ha habida habidas habido habidos habiendo habremos habrá habrán
habrás habré habréis habría habríais habríamos habrían habrías habéis había habíais habíamos habían habías han has hasta hay haya
hayamos hayan hayas hayáis he hemos hube hubiera hubierais hubieran hubieras hubieron hubiese hubieseis hubiesen hubieses hubimos
hubiste hubisteis hubiéramos hubiésemos hubo la las le les lo los me mi mis mucho muchos muy más mí mía mías mío míos nada ni no nos
nosotras nosotros nuestra nuestras nuestro nuestros o os otra otras otro otros para pero poco por porque que quien quienes qué se sea
seamos sean seas seremos será serán serás seré seréis sería seríais seríamos serían serías seáis sido siendo sin sobre sois somos son
soy su sus suya suyas suyo suyos sí también tanto te tendremos tendrá tendrán tendrás tendré tendréis tendría tendríais tendríamos
tendrían tendrías tened tenemos tenga tengamos tengan tengas tengo tengáis tenida tenidas tenido tenidos teniendo tenéis tenía teníais
teníamos tenían tenías ti tiene tienen tienes todo todos tu tus tuve tuviera tuvierais tuvieran tuvieras tuvieron tuviese tuvieseis
tuviesen tuvieses tuvimos tuviste tuvisteis tuviéramos tuviésemos tuvo tuya tuyas tuyo tuyos tú un una uno unos vosotras vosotros
vuestra vuestras vuestro vuestros y ya yo él éramos`;

const FRENCH = `ai aie aient aies ait au aurai auraient aurais aurait aurez auriez aurions aurons auront aux avaient avais avait avec
avez aviez avons ayant ayez ayons c ce ceci cela celà ces cet cette d dans de des du elle en es et eu eue eues eurent eus eusse eussent
eusses eussiez eussions eut eux eûmes eût eûtes furent fus fusse fussent fusses fussiez fussions fut fûmes fûtes ici il ils j je l la le
les leur leurs lui m ma mais me mes moi mon même n ne nos notre nous on ont ou par pas pour qu que quel quelle quelles quels qui s sa
sans se sera serai seraient serais serait seras serez seriez serions serons seront ses soi soient sois soit sont soyez soyons suis sur t
ta te tes toi ton tu un une vos votre vous y à étaient étais était étant étiez étions étée étées êtes`;

const GERMAN = `aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes anderm andern anderr
anders auch auf aus bei bin bis bist da damit dann das dasselbe dazu daß dein deine deinem deinen deiner deines dem demselben den denn
denselben der derer derselbe derselben des desselben dessen dich die dies diese dieselbe dieselben diesem diesen dieser dieses dir doch
dort du durch ein eine einem einen einer eines einig einige einigem einigen einiger einiges einmal er es etwas euch euer eure eurem
euren eurer eures für gegen gewesen hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres
im in indem ins ist jede jedem jeden jeder jedes jene jenem jenen jener jenes jetzt kann kein keine keinem keinen keiner keines können
könnte machen man manche manchem manchen mancher manches mein meine meinem meinen meiner meines mich mir mit muss musste nach nicht
nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner seines selbst sich sie sind so solche solchem solchen solcher
solches soll sollte sondern sonst um und uns unse unsem unsen unser unses unter viel vom von vor war waren warst was weg weil weiter
welche welchem welchen welcher welches wenn werde werden wie wieder will wir wird wirst wo wollen wollte während würde würden zu zum
zur zwar zwischen über`;

const CLOUD_STOP_WORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${SPANISH} ${FRENCH} ${GERMAN}`.split(/\s+/));
