import { z } from "zod";
import { datasetOfAnyFamily } from "../inputs/path.ts";
import { route } from "../route.ts";

/** Imports by the command line: only users who manage datasets see the dataset before it is complete. Postil's own. */
export const importRoutes = {
  beginImport: route({
    method: "PUT",
    path: "/api/postil/v1/imports/:import_id",
    access: "owner",
    conflicts: true,
    summary: "Begin to fill a dataset without records; until the import ends only those who manage datasets see it",
    body: z.object({ dataset_id: datasetOfAnyFamily }),
    replies: { 204: z.null() },
  }),
  endImport: route({
    method: "POST",
    path: "/api/postil/v1/imports/:import_id/end",
    access: "owner",
    summary: "End an import: its dataset is whole",
    replies: { 204: z.null() },
  }),
  takeBackImport: route({
    method: "DELETE",
    path: "/api/postil/v1/imports/:import_id",
    access: "owner",
    summary: "Delete the dataset of an import that has not ended; of any other nothing",
    replies: { 204: z.null() },
  }),
};
