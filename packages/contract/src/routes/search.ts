import { z } from "zod";
import { WireRecord } from "../entities/records.ts";
import { RecordsParameters } from "../inputs/records-query.ts";
import { SearchBody } from "../inputs/search.ts";
import { route } from "../route.ts";

/** Searching the records of a dataset (contract api-v1 rows 33 to 35 and section 9). */

const Found = z.object({
  items: z.array(z.object({ record: WireRecord, query_score: z.number().nullable() })),
  total: z.number().int(),
});

export const searchRoutes = {
  searchMyRecords: route({
    method: "POST",
    path: "/api/v1/me/datasets/:dataset_id/records/search",
    access: "member",
    summary: "Search the records of a dataset, with the caller's responses",
    query: RecordsParameters,
    body: SearchBody,
    replies: { 200: Found },
  }),
  searchRecords: route({
    method: "POST",
    path: "/api/v1/datasets/:dataset_id/records/search",
    access: "manager",
    summary: "Search the records of a dataset, with everybody's responses",
    query: RecordsParameters,
    body: SearchBody,
    replies: { 200: Found },
  }),
  listSuggestionOptions: route({
    method: "GET",
    path: "/api/v1/datasets/:dataset_id/records/search/suggestions/options",
    access: "member",
    summary: "The agents of the suggestions to each question",
    replies: {
      200: z.object({
        items: z.array(
          z.object({ question: z.object({ id: z.uuid(), name: z.string() }), agents: z.array(z.string()) }),
        ),
      }),
    },
  }),
};
