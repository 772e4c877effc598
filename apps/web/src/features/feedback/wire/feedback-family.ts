import { viewQuery } from "@postil/domain/search/saved-views";
import { datasetKey } from "../../../lib/api/queries/dataset.ts";
import type { Family } from "../../../workbench/family/family.ts";

/** Loaded later, because the first paint shows no flags or views. */
const calls = () => import("./flags-and-views-calls.ts");

/** The calls of the workbench for feedback datasets. They run in the background, or the caller shows a failure in place. */
export const FEEDBACK_FAMILY: Family = {
  heldUnder: datasetKey,
  flags: {
    list: async (...asked) => (await calls()).flags.list(...asked),
    flag: async (...asked) => (await calls()).flags.flag(...asked),
    unflag: async (...asked) => (await calls()).flags.unflag(...asked),
  },
  views: {
    list: async (...asked) => (await calls()).views.list(...asked),
    save: async (...asked) => (await calls()).views.save(...asked),
    kept: viewQuery,
  },
};
