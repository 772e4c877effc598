import { answerKind, type ValueKind } from "@postil/domain/answers/question-types";
import type { MetadataSettings } from "@postil/domain/datasets/metadata-property";
import type { QuestionSettings } from "@postil/domain/datasets/question";

/**
 * What a row of `filter_value` is about, as one integer: the key of a metadata property or of a question, and which side
 * of it. Keys are never used again, so neither are targets.
 */
const SIDES = { metadata: 0, value: 1, score: 2, agent: 3 } as const;

export const metadataTarget = (propertyKey: number): number => propertyKey * 4 + SIDES.metadata;
export const suggestionTarget = (questionKey: number, side: "value" | "score" | "agent"): number =>
  questionKey * 4 + SIDES[side];

/** Beside the target of a whole number those of its values that lie beyond 2^53, by the texts of their order (FFI-28). */
export const exactTarget = (target: number): number => -target;

/** A row of `filter_value` but for its dataset. */
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
  /** By question key; null: the values are not indexed, scores and agents are. */
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

/** Every target, for what concerns all rows of a record. */
export const allTargets = ({ properties, answers }: FilterTargets): number[] => [
  ...propertyTargets(properties),
  ...[...answers.keys()].flatMap((key) =>
    (["value", "score", "agent"] as const).map((side) => suggestionTarget(key, side)),
  ),
];
