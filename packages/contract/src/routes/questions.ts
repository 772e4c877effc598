import { PART_NAME, PART_TITLE, QUESTION_DESCRIPTION } from "@postil/domain/datasets/names";
import { z } from "zod";
import { TEXT_BYTES } from "../body-limit.ts";
import { WireQuestion } from "../entities/questions.ts";
import { ChangedQuestionSettings, NewQuestionSettings } from "../inputs/question-settings.ts";
import { route } from "../route.ts";
import { bool, text } from "../wire/leaf.ts";
import { nonNull } from "../wire/shape.ts";

/** Questions of a dataset (contract api-v1 rows 13 to 16), and one read of Postil's own for their settings. */

/** Counts by the status of the response; the names are those of the domain, so no mapping is needed. */
const WireOptionUsage = z.object({
  value: z.union([z.string(), z.number()]),
  submitted: z.number().int(),
  draft: z.number().int(),
  discarded: z.number().int(),
});

export const questionRoutes = {
  listQuestions: route({
    method: "GET",
    path: "/api/v1/datasets/:dataset_id/questions",
    access: "member",
    summary: "The questions of a dataset",
    replies: { 200: z.object({ items: z.array(WireQuestion) }) },
  }),
  createQuestion: route({
    method: "POST",
    path: "/api/v1/datasets/:dataset_id/questions",
    access: "manager",
    conflicts: true,
    summary: "Add a question to a draft",
    body: z.object({
      name: text(PART_NAME),
      title: text(PART_TITLE),
      description: text(QUESTION_DESCRIPTION).nullish(),
      required: bool.nullish(),
      settings: NewQuestionSettings,
    }),
    bodyLimit: TEXT_BYTES,
    replies: { 201: WireQuestion },
  }),
  updateQuestion: route({
    method: "PATCH",
    path: "/api/v1/questions/:question_id",
    access: "manager",
    summary: "Change the title, the description or the settings of a question",
    body: nonNull(
      {
        title: text(PART_TITLE).optional(),
        description: text(QUESTION_DESCRIPTION).nullish(),
        settings: ChangedQuestionSettings.optional(),
      },
      ["title", "settings"],
    ),
    bodyLimit: TEXT_BYTES,
    replies: { 200: WireQuestion },
  }),
  getQuestionUsage: route({
    method: "GET",
    path: "/api/postil/v1/questions/:question_id/usage",
    access: "manager",
    summary: "How many responses use each option of a question",
    replies: { 200: z.object({ items: z.array(WireOptionUsage) }) },
  }),
  deleteQuestion: route({
    method: "DELETE",
    path: "/api/v1/questions/:question_id",
    access: "manager",
    summary: "Take a question out of a draft",
    replies: { 200: WireQuestion },
  }),
};
