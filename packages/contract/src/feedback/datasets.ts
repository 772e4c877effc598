import { DATASET_STATUSES } from "@postil/domain/datasets/dataset";
import { DATASET_NAME, GUIDELINES, MOST_PICTURE_HOSTS, PICTURE_HOST } from "@postil/domain/datasets/names";
import { z } from "zod";
import { route } from "../route.ts";
import { bool, oneOf, text, uuid } from "../wire/leaf.ts";
import { id, int, itemsOf, stamps, time } from "../wire/replies.ts";
import { last, list, nonNull } from "../wire/shape.ts";
import { metadataValues } from "./values.ts";

export const WireDataset = z.object({
  id,
  name: z.string(),
  guidelines: z.string().nullable(),
  allow_extra_metadata: z.boolean(),
  /** Of clients 2.x: anything that they keep with the dataset. Replies without it are those of 1.29 to the letter. */
  metadata: z.record(z.string(), z.unknown()).optional(),
  status: z.enum(DATASET_STATUSES),
  workspace_id: id,
  last_activity_at: time,
  ...stamps,
});
export type WireDataset = z.output<typeof WireDataset>;

export const WireOwnMetrics = z.object({
  records: z.object({ count: int }),
  responses: z.object({ count: int, submitted: int, discarded: int, draft: int }),
});
export type WireOwnMetrics = z.output<typeof WireOwnMetrics>;

export const WireProgress = z.object({
  total: int,
  submitted: int,
  discarded: int,
  conflicting: int,
  pending: int,
  /** Of clients 2.x: the records with a submitted response, conflicting or not. */
  completed: int,
});
export type WireProgress = z.output<typeof WireProgress>;

const byStatus = z.object({ submitted: int, draft: int, discarded: int });
const WireUserProgress = z.object({ username: z.string(), completed: byStatus, pending: byStatus });

const WireResponseCounts = z.object({ people: int, submitted: int, discarded: int, draft: int });

/** Feedback datasets (contract api-v1 rows 1 to 8). */

export const datasetRoutes = {
  listMyDatasets: route("GET", "/api/v1/me/datasets", "member", {
    summary: "The datasets of the caller's workspaces; all of them for an owner",
    query: z.object({
      workspace_id: last(uuid.optional()),
      name: last(text().optional()),
      status: last(oneOf(DATASET_STATUSES).optional()),
    }),
    replies: { 200: itemsOf(WireDataset) },
  }),
  createDataset: route("POST", "/api/v1/datasets", "manager", {
    conflicts: true,
    summary: "Create a dataset, as a draft",
    body: z.object({
      name: text(DATASET_NAME),
      guidelines: text(GUIDELINES).nullish(),
      allow_extra_metadata: bool.default(true),
      metadata: metadataValues.nullish(),
      workspace_id: uuid,
    }),
    replies: { 201: WireDataset },
  }),
  getDataset: route("GET", "/api/v1/datasets/:dataset_id", "member", {
    summary: "One dataset",
    replies: { 200: WireDataset },
  }),
  updateDataset: route("PATCH", "/api/v1/datasets/:dataset_id", "manager", {
    conflicts: true,
    summary: "Change the name, the guidelines, the metadata or whether records may have extra metadata",
    body: nonNull(
      {
        name: text(DATASET_NAME).optional(),
        guidelines: text(GUIDELINES).nullish(),
        allow_extra_metadata: bool.optional(),
        metadata: metadataValues.nullish(),
      },
      ["name", "allow_extra_metadata"],
    ),
    replies: { 200: WireDataset },
  }),
  publishDataset: route("PUT", "/api/v1/datasets/:dataset_id/publish", "manager", {
    summary: "Publish a draft: from then on it takes records",
    replies: { 200: WireDataset },
  }),
  deleteDataset: route("DELETE", "/api/v1/datasets/:dataset_id", "manager", {
    summary: "Delete a dataset with everything in it",
    replies: { 200: WireDataset },
  }),
  getMyDatasetMetrics: route("GET", "/api/v1/me/datasets/:dataset_id/metrics", "member", {
    summary: "How many records there are, and the caller's responses by status",
    replies: { 200: WireOwnMetrics },
  }),
  countDatasetResponses: route("GET", "/api/v1/datasets/:dataset_id/response-counts", "manager", {
    summary: "Everybody's responses by status, and how many people gave them",
    replies: { 200: WireResponseCounts },
  }),
  getDatasetProgress: route("GET", "/api/v1/datasets/:dataset_id/progress", "member", {
    summary: "How far the team is",
    replies: { 200: WireProgress },
  }),
  listUsersProgress: route("GET", "/api/v1/datasets/:dataset_id/users/progress", "member", {
    summary:
      "Each user's responses, by the state of their records; only the caller's for who does not manage the dataset",
    replies: { 200: z.object({ users: z.array(WireUserProgress) }) },
  }),
};

/** The hosts whose pictures the page loads without asking in the markdown of a dataset: Postil's own. */

const hosts = z.object({ items: z.array(z.string()) });

export const pictureHostRoutes = {
  listPictureHosts: route("GET", "/api/postil/v1/datasets/:dataset_id/picture-hosts", "member", {
    summary: "The hosts whose pictures load without being asked for",
    replies: { 200: hosts },
  }),
  setPictureHosts: route("PUT", "/api/postil/v1/datasets/:dataset_id/picture-hosts", "manager", {
    summary: "Set the hosts whose pictures load without being asked for",
    body: z.object({ items: list(text({ ...PICTURE_HOST, strict: true }), { max: MOST_PICTURE_HOSTS }) }),
    replies: { 200: hosts },
  }),
};
