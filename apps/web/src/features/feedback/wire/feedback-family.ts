import { readFeedbackAddress, writeCriteria, writeFeedbackAddress } from "@postil/domain/search/feedback-address";
import { viewQuery } from "@postil/domain/search/saved-views";
import { datasetKey } from "../../../lib/api/queries/dataset.ts";
import type { Family } from "../../../workbench/family/family.ts";

/** Loaded later, because the first paint shows no flags or views. */
const keeping = () => import("./flags-and-views-calls.ts");

/** The calls of the workbench for feedback datasets. They run in the background, or the caller shows a failure in place. */
export const FEEDBACK_FAMILY: Family = {
  heldUnder: datasetKey,
  flags: {
    list: async (...asked) => (await keeping()).flags.list(...asked),
    flag: async (...asked) => (await keeping()).flags.flag(...asked),
    unflag: async (...asked) => (await keeping()).flags.unflag(...asked),
  },
  views: {
    list: async (...asked) => (await keeping()).views.list(...asked),
    save: async (...asked) => (await keeping()).views.save(...asked),
    kept: viewQuery,
  },
  queue: {
    address: { read: readFeedbackAddress, write: writeFeedbackAddress, criteria: writeCriteria },
    history: {
      page: async (...asked) => (await import("./history-page.ts")).historyPage(...asked),
    },
  },
};
