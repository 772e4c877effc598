import { tooLong } from "@postil/contract/wire/leaf";
import type { QuestionType } from "@postil/domain/datasets/question";
import type { Limits } from "../limits.ts";
import { Malformed } from "./errors.ts";

type Settings = { readonly type: QuestionType; readonly options?: readonly unknown[] | undefined };

/**
 * Checks that a question has no more options than this server allows. The limit is configurable, so the schema cannot know
 * it. The error looks like one of the schema (contract api-v1 section 4).
 */
export function withinOptionLimits<S extends Settings>(settings: S, limits: Limits): S {
  const most = limitOf(settings.type, limits);
  if (settings.options && most !== null && settings.options.length > most) {
    throw new Malformed([
      { loc: ["body", "settings", "options"], ...tooLong(most, "items", "value_error.list.max_items") },
    ]);
  }
  return settings;
}

function limitOf(type: QuestionType, limits: Limits): number | null {
  if (type === "label_selection" || type === "multi_label_selection") return limits.labelOptions;
  return type === "span" ? limits.spanOptions : null;
}
