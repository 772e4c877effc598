import { MOST_FLAGS } from "@postil/domain/records/flags";
import { z } from "zod";
import { WireFlag } from "../entities/flags.ts";
import { DatasetPath, RecordPath } from "../inputs/path.ts";
import { route } from "../route.ts";
import { integer } from "../wire/leaf.ts";
import { last } from "../wire/shape.ts";

/** Records flagged for later, each user's own: Postil's own. */

export const flagRoutes = {
  listMyFlags: route({
    method: "GET",
    path: "/api/postil/v1/me/datasets/:dataset_id/flags",
    access: "member",
    summary: "The records of a dataset that the caller has flagged, the latest first",
    params: DatasetPath,
    query: z.object({
      offset: last(integer({ ge: 0 }).default(0)),
      limit: last(integer({ ge: 1, le: MOST_FLAGS }).default(50)),
    }),
    replies: { 200: z.object({ items: z.array(WireFlag), total: z.number().int() }) },
  }),
  flagRecord: route({
    method: "PUT",
    path: "/api/postil/v1/me/records/:record_id/flag",
    access: "member",
    summary: "Flag a record for later",
    params: RecordPath,
    replies: { 200: WireFlag },
  }),
  unflagRecord: route({
    method: "DELETE",
    path: "/api/postil/v1/me/records/:record_id/flag",
    access: "member",
    summary: "Take the caller's flag off a record",
    params: RecordPath,
    replies: { 204: z.null() },
  }),
};
