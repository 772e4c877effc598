import { PART_NAME, PART_TITLE } from "@postil/domain/datasets/names";
import { z } from "zod";
import { WireMetadataMetrics, WireMetadataProperty } from "../entities/metadata-properties.ts";
import { NewMetadataSettings } from "../inputs/metadata-settings.ts";
import { route } from "../route.ts";
import { bool, text } from "../wire/leaf.ts";
import { nonNull } from "../wire/shape.ts";

/** Metadata properties of a dataset (contract api-v1 rows 17 to 21). */

export const metadataPropertyRoutes = {
  listMyMetadataProperties: route({
    method: "GET",
    path: "/api/v1/me/datasets/:dataset_id/metadata-properties",
    access: "member",
    summary: "The metadata properties the caller may see",
    replies: { 200: z.object({ items: z.array(WireMetadataProperty) }) },
  }),
  createMetadataProperty: route({
    method: "POST",
    path: "/api/v1/datasets/:dataset_id/metadata-properties",
    access: "manager",
    conflicts: true,
    summary: "Add a metadata property",
    body: z.object({
      name: text(PART_NAME),
      title: text(PART_TITLE),
      settings: NewMetadataSettings,
      visible_for_annotators: bool.default(true),
    }),
    replies: { 201: WireMetadataProperty },
  }),
  updateMetadataProperty: route({
    method: "PATCH",
    path: "/api/v1/metadata-properties/:metadata_property_id",
    access: "manager",
    summary: "Change the title of a metadata property, or who sees it",
    body: nonNull({ title: text(PART_TITLE).optional(), visible_for_annotators: bool.optional() }, [
      "title",
      "visible_for_annotators",
    ]),
    replies: { 200: WireMetadataProperty },
  }),
  deleteMetadataProperty: route({
    method: "DELETE",
    path: "/api/v1/metadata-properties/:metadata_property_id",
    access: "manager",
    summary: "Delete a metadata property; the values in records stay",
    replies: { 200: WireMetadataProperty },
  }),
  getMetadataPropertyMetrics: route({
    method: "GET",
    path: "/api/v1/metadata-properties/:metadata_property_id/metrics",
    access: "member",
    summary: "The values of a metadata property in the records",
    replies: { 200: WireMetadataMetrics },
  }),
};
