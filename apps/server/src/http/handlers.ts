import type { Handlers } from "./handler.ts";
import type { HandlerParts } from "./handler-parts.ts";
import { accountHandlers } from "./handlers/accounts.ts";
import { auditHandlers } from "./handlers/audit.ts";
import { datasetPartHandlers, questionHandlers } from "./handlers/dataset-parts.ts";
import { datasetHandlers } from "./handlers/datasets.ts";
import { exportHandlers } from "./handlers/exports.ts";
import { flagHandlers, savedViewHandlers } from "./handlers/flags-and-views.ts";
import { historyHandlers } from "./handlers/history.ts";
import { importHandlers } from "./handlers/imports.ts";
import { infoHandlers } from "./handlers/info.ts";
import { jobHandlers } from "./handlers/jobs.ts";
import { labelingRuleHandlers } from "./handlers/labeling-rules.ts";
import { ownSettingsHandlers } from "./handlers/own-settings.ts";
import { invitationHandlers, peopleHandlers, userHandlers } from "./handlers/people.ts";
import { recordHandlers, recordListHandlers } from "./handlers/records.ts";
import { responseHandlers } from "./handlers/responses.ts";
import { searchHandlers } from "./handlers/search.ts";
import { suggestionHandlers } from "./handlers/suggestions.ts";
import { taskDatasetHandlers } from "./handlers/task-datasets.ts";
import { taskMetricHandlers } from "./handlers/task-metrics.ts";
import { taskRecordHandlers } from "./handlers/task-records.ts";
import { taskSearchHandlers } from "./handlers/task-search.ts";
import { taskSettingsHandlers } from "./handlers/task-settings.ts";
import { workspaceHandlers } from "./handlers/workspaces.ts";

/** A handler for every route of the contract. The compiler reports a missing one. */
export const createHandlers = (parts: HandlerParts): Handlers => ({
  ...accountHandlers(parts),
  ...auditHandlers(parts),
  ...userHandlers(parts),
  ...peopleHandlers(parts),
  ...workspaceHandlers(parts),
  ...invitationHandlers(parts),
  ...ownSettingsHandlers(parts),
  ...datasetHandlers(parts),
  ...datasetPartHandlers(parts),
  ...questionHandlers(parts),
  ...taskDatasetHandlers(parts),
  ...taskSettingsHandlers(parts),
  ...labelingRuleHandlers(parts),
  ...taskMetricHandlers(parts),
  ...taskRecordHandlers(parts),
  ...taskSearchHandlers(parts),
  ...recordHandlers(parts),
  ...recordListHandlers(parts),
  ...responseHandlers(parts),
  ...suggestionHandlers(parts),
  ...searchHandlers(parts),
  ...exportHandlers(parts),
  ...historyHandlers(parts),
  ...flagHandlers(parts),
  ...savedViewHandlers(parts),
  ...jobHandlers(parts),
  ...importHandlers(parts),
  ...infoHandlers(parts),
});
