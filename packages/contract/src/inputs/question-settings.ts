import { OPTION_DESCRIPTION, OPTION_TEXT, OPTION_VALUE, PART_NAME } from "@postil/domain/datasets/names";
import {
  LABEL_OPTIONS_MIN,
  RANKING_OPTIONS,
  RATING_OPTIONS,
  RATING_VALUE,
  SPAN_OPTIONS_MIN,
  uniqueOptionsFault,
  VISIBLE_OPTIONS_MIN,
  visibleOptionsFault,
} from "@postil/domain/datasets/question-rules";
import { z } from "zod";
import { bool, integer, oneOf, text } from "../wire/leaf.ts";
import { list, nonNull, rule, variants } from "../wire/shape.ts";

/**
 * Settings of a question in requests (contract api-v1 6, 6.7). The server's settings limit the number of options of a
 * label or span question; the server checks that limit after these schemas.
 */

const option = z.object({
  value: text(OPTION_VALUE),
  text: text(OPTION_TEXT),
  description: text(OPTION_DESCRIPTION).nullable().default(null),
});
const labelOptions = list(option, { min: LABEL_OPTIONS_MIN });
const spanOptions = list(option, { min: SPAN_OPTIONS_MIN });
const visibleOptions = integer({ ge: VISIBLE_OPTIONS_MIN }).nullable();
const optionsOrder = oneOf(["natural", "suggestion"]);

type WithOptions = { readonly options: readonly { readonly value: string | number }[] };
const unique = ({ options }: WithOptions) => uniqueOptionsFault(options);
const uniqueAndShown = (settings: WithOptions & { readonly visible_options: number | null }) =>
  uniqueOptionsFault(settings.options) ?? visibleOptionsFault(settings.visible_options, settings.options.length);

/** The reference's name for the enumeration of question types; its error messages print it. */
const ENUMERATION = "QuestionType";

export const NewQuestionSettings = variants(
  "type",
  {
    text: z.object({ type: z.literal("text"), use_markdown: bool.default(false) }),
    rating: rule(
      z.object({
        type: z.literal("rating"),
        options: list(z.object({ value: integer(RATING_VALUE) }), RATING_OPTIONS),
      }),
      unique,
    ),
    label_selection: rule(
      z.object({
        type: z.literal("label_selection"),
        options: labelOptions,
        visible_options: visibleOptions.default(null),
      }),
      uniqueAndShown,
    ),
    multi_label_selection: rule(
      z.object({
        type: z.literal("multi_label_selection"),
        options: labelOptions,
        visible_options: visibleOptions.default(null),
        options_order: optionsOrder.default("natural"),
      }),
      uniqueAndShown,
    ),
    ranking: rule(z.object({ type: z.literal("ranking"), options: list(option, RANKING_OPTIONS) }), unique),
    span: rule(
      z.object({
        type: z.literal("span"),
        field: text(PART_NAME),
        options: spanOptions,
        visible_options: visibleOptions.default(null),
        allow_overlapping: bool.default(false),
        // Read-only: a value sent with this name is ignored.
        allow_character_annotation: z
          .unknown()
          .optional()
          .transform(() => true),
      }),
      uniqueAndShown,
    ),
  },
  ENUMERATION,
);
export type NewQuestionSettings = z.output<typeof NewQuestionSettings>;

/** A change has the type and the members to change; other members stay as they are (6.7). */
export const ChangedQuestionSettings = variants(
  "type",
  {
    text: nonNull({ type: z.literal("text"), use_markdown: bool.optional() }, ["use_markdown"]),
    rating: z.object({ type: z.literal("rating") }),
    label_selection: nonNull(
      {
        type: z.literal("label_selection"),
        options: labelOptions.optional(),
        visible_options: visibleOptions.optional(),
      },
      ["options"],
    ),
    multi_label_selection: nonNull(
      {
        type: z.literal("multi_label_selection"),
        options: labelOptions.optional(),
        visible_options: visibleOptions.optional(),
        options_order: optionsOrder.optional(),
      },
      ["options", "options_order"],
    ),
    ranking: z.object({ type: z.literal("ranking") }),
    span: nonNull(
      {
        type: z.literal("span"),
        options: spanOptions.optional(),
        visible_options: visibleOptions.optional(),
        allow_overlapping: bool.nullable().optional(),
      },
      ["options"],
    ),
  },
  ENUMERATION,
);
export type ChangedQuestionSettings = z.output<typeof ChangedQuestionSettings>;
