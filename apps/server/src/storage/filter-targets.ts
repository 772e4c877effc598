import { answerKind, type ValueKind } from "@postil/domain/answers/question-types";
import type { MetadataSettings } from "@postil/domain/datasets/metadata-property";
import type { QuestionSettings } from "@postil/domain/datasets/question";

/**
 * The subject of a `filter_value` row as one integer: the key of a metadata property or of a question, and which side of it.
 * Keys are never reused, so targets are not reused either.
 */
const SIDES = { metadata: 0, value: 1, score: 2, agent: 3 } as const;

export const metadataTarget = (propertyKey: number): number => propertyKey * 4 + SIDES.metadata;
export const suggestionTarget = (questionKey: number, side: "value" | "score" | "agent"): number =>
  questionKey * 4 + SIDES[side];

/** The target for values of a whole number property that are beyond 2^53. They are stored as sortable texts (FFI-28). */
export const exactTarget = (target: number): number => -target;

/** A row of `filter_value` without its dataset. */
export type FilterValue = readonly [target: number, value: string | number, seq: number];

export const metadataKind = (settings: MetadataSettings): ValueKind => (settings.type === "terms" ? "text" : "number");

/** The targets of a dataset by their sources. */
export type FilterTargets = {
  readonly properties: readonly {
    readonly name: string;
    readonly target: number;
    readonly kind: ValueKind;
    readonly isWhole: boolean;
  }[];
  /** By question key; null means that scores and agents are indexed, but not the values. */
  readonly answers: ReadonlyMap<number, ValueKind | null>;
};

export function filterTargets(
  properties: readonly { readonly key: number; readonly name: string; readonly settings: MetadataSettings }[],
  questions: readonly { readonly key: number; readonly settings: QuestionSettings }[],
): FilterTargets {
  return {
    properties: properties.map(({ key, name, settings }) => ({
      name,
      target: metadataTarget(key),
      kind: metadataKind(settings),
      isWhole: settings.type === "integer",
    })),
    answers: new Map(questions.map(({ key, settings }) => [key, answerKind(settings)])),
  };
}

export const propertyTargets = (properties: FilterTargets["properties"]): number[] =>
  properties.flatMap(({ target, isWhole }) => (isWhole ? [target, exactTarget(target)] : target));

/** All targets, for work on all rows of a record. */
export const allTargets = ({ properties, answers }: FilterTargets): number[] => [
  ...propertyTargets(properties),
  ...[...answers.keys()].flatMap((key) =>
    (["value", "score", "agent"] as const).map((side) => suggestionTarget(key, side)),
  ),
];
