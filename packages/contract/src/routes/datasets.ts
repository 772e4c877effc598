import { DATASET_NAME, GUIDELINES } from "@postil/domain/datasets/names";
import { z } from "zod";
import { WireDataset } from "../entities/datasets.ts";
import { WireOwnMetrics, WireProgress, WireResponseCounts } from "../entities/progress.ts";
import { route } from "../route.ts";
import { bool, text, uuid } from "../wire/leaf.ts";
import { last, nonNull } from "../wire/shape.ts";

/** Feedback datasets (contract api-v1 rows 1 to 8). */

export const datasetRoutes = {
  listMyDatasets: route({
    method: "GET",
    path: "/api/v1/me/datasets",
    access: "member",
    summary: "The datasets of the caller's workspaces; all of them for an owner",
    query: z.object({ workspace_id: last(uuid.optional()) }),
    replies: { 200: z.object({ items: z.array(WireDataset) }) },
  }),
  createDataset: route({
    method: "POST",
    path: "/api/v1/datasets",
    access: "manager",
    conflicts: true,
    summary: "Create a dataset, as a draft",
    body: z.object({
      name: text(DATASET_NAME),
      guidelines: text(GUIDELINES).nullish(),
      allow_extra_metadata: bool.default(true),
      workspace_id: uuid,
    }),
    replies: { 201: WireDataset },
  }),
  getDataset: route({
    method: "GET",
    path: "/api/v1/datasets/:dataset_id",
    access: "member",
    summary: "One dataset",
    replies: { 200: WireDataset },
  }),
  updateDataset: route({
    method: "PATCH",
    path: "/api/v1/datasets/:dataset_id",
    access: "manager",
    conflicts: true,
    summary: "Change the name, the guidelines or whether extra metadata is allowed",
    body: nonNull(
      {
        name: text(DATASET_NAME).optional(),
        guidelines: text(GUIDELINES).nullish(),
        allow_extra_metadata: bool.optional(),
      },
      ["name", "allow_extra_metadata"],
    ),
    replies: { 200: WireDataset },
  }),
  publishDataset: route({
    method: "PUT",
    path: "/api/v1/datasets/:dataset_id/publish",
    access: "manager",
    summary: "Publish a draft: from then on it takes records",
    replies: { 200: WireDataset },
  }),
  deleteDataset: route({
    method: "DELETE",
    path: "/api/v1/datasets/:dataset_id",
    access: "manager",
    summary: "Delete a dataset with everything in it",
    replies: { 200: WireDataset },
  }),
  getMyDatasetMetrics: route({
    method: "GET",
    path: "/api/v1/me/datasets/:dataset_id/metrics",
    access: "member",
    summary: "How many records there are, and the caller's responses by status",
    replies: { 200: WireOwnMetrics },
  }),
  countDatasetResponses: route({
    method: "GET",
    path: "/api/v1/datasets/:dataset_id/response-counts",
    access: "manager",
    summary: "Everybody's responses by status, and how many people gave them",
    replies: { 200: WireResponseCounts },
  }),
  getDatasetProgress: route({
    method: "GET",
    path: "/api/v1/datasets/:dataset_id/progress",
    access: "member",
    summary: "How far the team is",
    replies: { 200: WireProgress },
  }),
};
