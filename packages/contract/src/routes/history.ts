import { z } from "zod";
import { WireHistoryEntry } from "../entities/history.ts";
import { RecordPath } from "../inputs/path.ts";
import { route } from "../route.ts";
import { integer } from "../wire/leaf.ts";
import { last } from "../wire/shape.ts";

/** What was done to the responses of a record: Postil's own. */

export const historyRoutes = {
  getRecordHistory: route({
    method: "GET",
    path: "/api/postil/v1/records/:record_id/history",
    access: "member",
    summary: "The changes of a record's responses, the latest first: one's own, for managers everybody's",
    params: RecordPath,
    query: z.object({
      /** The id of the last entry of the page before. */
      before: last(integer({ ge: 1 }).optional()),
      limit: last(integer({ ge: 1, le: 100 }).default(20)),
    }),
    replies: { 200: z.object({ items: z.array(WireHistoryEntry), more: z.boolean() }) },
  }),
};
