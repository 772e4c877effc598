import { PART_NAME, PART_TITLE } from "@postil/domain/datasets/names";
import { z } from "zod";
import { WireVectorSettings } from "../entities/vector-settings.ts";
import { route } from "../route.ts";
import { integer, text, uuid } from "../wire/leaf.ts";
import { list, nonNull } from "../wire/shape.ts";

/** Vector settings of a dataset (contract api-v1 rows 22 to 25), and a read of Postil's own for the page. */

/** Records of the largest page (FQU-12). */
const MOST_RECORDS = 100;

export const vectorSettingsRoutes = {
  listVectorSettings: route({
    method: "GET",
    path: "/api/v1/datasets/:dataset_id/vectors-settings",
    access: "member",
    summary: "The vector settings of a dataset",
    replies: { 200: z.object({ items: z.array(WireVectorSettings) }) },
  }),
  listVectorsOfRecords: route({
    method: "GET",
    path: "/api/postil/v1/datasets/:dataset_id/records/vectors",
    access: "member",
    summary: "The names of the vectors that up to 100 records have",
    query: z.object({ record_id: list(uuid, { min: 1, max: MOST_RECORDS }) }),
    replies: { 200: z.object({ items: z.array(z.object({ record_id: z.uuid(), vectors: z.array(z.string()) })) }) },
  }),
  createVectorSettings: route({
    method: "POST",
    path: "/api/v1/datasets/:dataset_id/vectors-settings",
    access: "manager",
    conflicts: true,
    summary: "Add a kind of vector",
    body: z.object({ name: text(PART_NAME), title: text(PART_TITLE), dimensions: integer({ gt: 0 }) }),
    replies: { 201: WireVectorSettings },
  }),
  updateVectorSettings: route({
    method: "PATCH",
    path: "/api/v1/vectors-settings/:vector_settings_id",
    access: "manager",
    summary: "Change the title of vector settings",
    body: nonNull({ title: text(PART_TITLE).optional() }, ["title"]),
    replies: { 200: WireVectorSettings },
  }),
  deleteVectorSettings: route({
    method: "DELETE",
    path: "/api/v1/vectors-settings/:vector_settings_id",
    access: "manager",
    summary: "Delete vector settings with their vectors",
    replies: { 200: WireVectorSettings },
  }),
};
