import {
  OPTION_DESCRIPTION,
  OPTION_TEXT,
  OPTION_VALUE,
  PART_DESCRIPTION,
  PART_NAME,
  PART_TITLE,
} from "@postil/domain/datasets/names";
import {
  LABEL_OPTIONS_MIN,
  QUESTIONS_BOUND,
  type QuestionType,
  RANKING_OPTIONS,
  RATING_OPTIONS,
  RATING_VALUE,
  SPAN_OPTIONS_MIN,
  uniqueOptionsFault,
  VISIBLE_OPTIONS_MIN,
  visibleOptionsFault,
} from "@postil/domain/datasets/question";
import { z } from "zod";
import { route, TEXT_BYTES } from "../route.ts";
import { bool, integer, oneOf, text, uuid } from "../wire/leaf.ts";
import { id, int, itemsOf, stamps } from "../wire/replies.ts";
import { list, nonNull, repliesOf, rule, type SettingsOnWire, settingsOf } from "../wire/shape.ts";

const WireOption = z.object({ value: z.string(), text: z.string(), description: z.string().nullable() });
const wireLabels = { options: z.array(WireOption), visible_options: z.number().nullable() };

const option = z.object({
  value: text(OPTION_VALUE),
  text: text(OPTION_TEXT),
  description: text(OPTION_DESCRIPTION).nullable().default(null),
});
const visibleOptions = integer({ ge: VISIBLE_OPTIONS_MIN }).nullable();
/** The members of a question with labels: in a new one, and in a change. */
const labels = (options: { readonly min: number }) => ({
  options: list(option, options),
  visible_options: visibleOptions.default(null),
});
const changedLabels = (options: { readonly min: number }) => ({
  options: list(option, options).optional(),
  visible_options: visibleOptions.optional(),
});
const LABELS = { min: LABEL_OPTIONS_MIN };
const SPANS = { min: SPAN_OPTIONS_MIN };
const optionsOrder = oneOf(["natural", "suggestion"]);

type WithOptions = { readonly options: readonly { readonly value: string | number }[] };
const unique = ({ options }: WithOptions) => uniqueOptionsFault(options);
const uniqueAndShown = (settings: WithOptions & { readonly visible_options: number | null }) =>
  uniqueOptionsFault(settings.options) ?? visibleOptionsFault(settings.visible_options, settings.options.length);

/**
 * The settings of each question type: in replies, in a new question, and in a change (contract api-v1 6, 6.7). A change
 * has the type and the members to change; other members stay as they are. The server's settings limit the number of
 * options of a label or span question; the server checks that limit after these schemas. A new type is one entry here.
 */
const TYPES = {
  text: {
    reply: z.object({ type: z.literal("text"), use_markdown: z.boolean() }),
    created: z.object({ type: z.literal("text"), use_markdown: bool.default(false) }),
    changed: nonNull({ type: z.literal("text"), use_markdown: bool.optional() }, ["use_markdown"]),
  },
  rating: {
    reply: z.object({ type: z.literal("rating"), options: z.array(z.object({ value: z.number() })) }),
    created: rule(
      z.object({
        type: z.literal("rating"),
        options: list(z.object({ value: integer(RATING_VALUE) }), RATING_OPTIONS),
      }),
      unique,
    ),
    changed: z.object({ type: z.literal("rating") }),
  },
  label_selection: {
    reply: z.object({ type: z.literal("label_selection"), ...wireLabels }),
    created: rule(z.object({ type: z.literal("label_selection"), ...labels(LABELS) }), uniqueAndShown),
    changed: nonNull({ type: z.literal("label_selection"), ...changedLabels(LABELS) }, ["options"]),
  },
  multi_label_selection: {
    reply: z.object({
      type: z.literal("multi_label_selection"),
      ...wireLabels,
      options_order: z.enum(["natural", "suggestion"]),
    }),
    created: rule(
      z.object({
        type: z.literal("multi_label_selection"),
        ...labels(LABELS),
        options_order: optionsOrder.default("natural"),
      }),
      uniqueAndShown,
    ),
    changed: nonNull(
      {
        type: z.literal("multi_label_selection"),
        ...changedLabels(LABELS),
        options_order: optionsOrder.optional(),
      },
      ["options", "options_order"],
    ),
  },
  ranking: {
    reply: z.object({ type: z.literal("ranking"), options: z.array(WireOption) }),
    created: rule(z.object({ type: z.literal("ranking"), options: list(option, RANKING_OPTIONS) }), unique),
    changed: z.object({ type: z.literal("ranking") }),
  },
  span: {
    reply: z.object({
      type: z.literal("span"),
      field: z.string(),
      ...wireLabels,
      allow_overlapping: z.boolean(),
      allow_character_annotation: z.boolean(),
    }),
    created: rule(
      z.object({
        type: z.literal("span"),
        field: text(PART_NAME),
        ...labels(SPANS),
        allow_overlapping: bool.default(false),
        // Read-only: a value sent with this name is ignored.
        allow_character_annotation: z
          .unknown()
          .optional()
          .transform(() => true),
      }),
      uniqueAndShown,
    ),
    changed: nonNull(
      {
        type: z.literal("span"),
        ...changedLabels(SPANS),
        allow_overlapping: bool.nullable().optional(),
      },
      ["options"],
    ),
  },
} satisfies { readonly [Type in QuestionType]: SettingsOnWire };

export const WireQuestionSettings = repliesOf(TYPES);
export type WireQuestionSettings = z.output<typeof WireQuestionSettings>;

/** The reference's name for the enumeration of question types; its error messages print it. */
const ENUMERATION = "QuestionType";

export const NewQuestionSettings = settingsOf(TYPES, "created", ENUMERATION);
export type NewQuestionSettings = z.output<typeof NewQuestionSettings>;

export const ChangedQuestionSettings = settingsOf(TYPES, "changed", ENUMERATION);
export type ChangedQuestionSettings = z.output<typeof ChangedQuestionSettings>;

export const WireQuestion = z.object({
  id,
  name: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  required: z.boolean(),
  settings: WireQuestionSettings,
  dataset_id: id,
  ...stamps,
});
export type WireQuestion = z.output<typeof WireQuestion>;

/** Questions of a dataset (contract api-v1 rows 13 to 16), and one read of Postil's own for their settings. */

/** Counts by the status of the response; the names are those of the domain, so no mapping is needed. */
const WireOptionUsage = z.object({
  value: z.union([z.string(), z.number()]),
  submitted: int,
  draft: int,
  discarded: int,
});

const NewQuestion = z.object({
  name: text(PART_NAME),
  title: text(PART_TITLE),
  description: text(PART_DESCRIPTION).nullish(),
  required: bool.nullish(),
  settings: NewQuestionSettings,
});

/** The ids of all fields or questions of a dataset. */
const order = list(uuid, { min: 0, max: QUESTIONS_BOUND.count }).optional();

export const questionRoutes = {
  listQuestions: route("GET", "/api/v1/datasets/:dataset_id/questions", "member", {
    summary: "The questions of a dataset",
    replies: { 200: itemsOf(WireQuestion) },
  }),
  createQuestion: route("POST", "/api/v1/datasets/:dataset_id/questions", "manager", {
    conflicts: true,
    summary: "Add a question to a draft",
    body: NewQuestion,
    bodyLimit: TEXT_BYTES,
    replies: { 201: WireQuestion },
  }),
  updateQuestion: route("PATCH", "/api/v1/questions/:question_id", "manager", {
    summary: "Change the title, the description or the settings of a question",
    body: nonNull(
      {
        title: text(PART_TITLE).optional(),
        description: text(PART_DESCRIPTION).nullish(),
        settings: ChangedQuestionSettings.optional(),
      },
      ["title", "settings"],
    ),
    bodyLimit: TEXT_BYTES,
    replies: { 200: WireQuestion },
  }),
  replaceQuestion: route("PUT", "/api/postil/v1/questions/:question_id", "manager", {
    conflicts: true,
    summary: "Give a question of a draft all its values anew, also another type",
    body: NewQuestion,
    bodyLimit: TEXT_BYTES,
    replies: { 200: WireQuestion },
  }),
  orderParts: route("PUT", "/api/postil/v1/datasets/:dataset_id/order", "manager", {
    conflicts: true,
    summary: "Put the fields and questions of a draft in another order",
    body: z.object({ fields: order, questions: order }),
  }),
  getQuestionUsage: route("GET", "/api/postil/v1/questions/:question_id/usage", "manager", {
    summary: "How many responses use each option of a question",
    replies: { 200: itemsOf(WireOptionUsage) },
  }),
  deleteQuestion: route("DELETE", "/api/v1/questions/:question_id", "manager", {
    summary: "Take a question out of a draft",
    replies: { 200: WireQuestion },
  }),
};
