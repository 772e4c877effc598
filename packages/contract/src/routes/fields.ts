import { PART_NAME, PART_TITLE } from "@postil/domain/datasets/names";
import { z } from "zod";
import { WireField } from "../entities/fields.ts";
import { route } from "../route.ts";
import { bool, text } from "../wire/leaf.ts";
import { constant, nonNull } from "../wire/shape.ts";

/** Fields of a dataset (contract api-v1 rows 9 to 12). */

const textType = constant("text", "FieldType");

export const fieldRoutes = {
  listFields: route({
    method: "GET",
    path: "/api/v1/datasets/:dataset_id/fields",
    access: "member",
    summary: "The fields of a dataset",
    replies: { 200: z.object({ items: z.array(WireField) }) },
  }),
  createField: route({
    method: "POST",
    path: "/api/v1/datasets/:dataset_id/fields",
    access: "manager",
    conflicts: true,
    summary: "Add a field to a draft",
    body: z.object({
      name: text(PART_NAME),
      title: text(PART_TITLE),
      required: bool.nullish(),
      settings: z.object({ type: textType, use_markdown: bool.default(false) }),
    }),
    replies: { 201: WireField },
  }),
  updateField: route({
    method: "PATCH",
    path: "/api/v1/fields/:field_id",
    access: "manager",
    summary: "Change the title or the settings of a field",
    body: nonNull(
      {
        title: text(PART_TITLE).optional(),
        settings: z.object({ type: textType, use_markdown: bool }).optional(),
      },
      ["title", "settings"],
    ),
    replies: { 200: WireField },
  }),
  deleteField: route({
    method: "DELETE",
    path: "/api/v1/fields/:field_id",
    access: "manager",
    summary: "Take a field out of a draft",
    replies: { 200: WireField },
  }),
};
