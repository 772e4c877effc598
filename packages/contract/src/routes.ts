import type { Route } from "./route.ts";
import { accountRoutes } from "./routes/accounts.ts";
import { apiKeyRoutes } from "./routes/api-keys.ts";
import { auditRoutes } from "./routes/audit.ts";
import { datasetRoutes } from "./routes/datasets.ts";
import { exportRoutes } from "./routes/exports.ts";
import { fieldRoutes } from "./routes/fields.ts";
import { flagRoutes } from "./routes/flags.ts";
import { historyRoutes } from "./routes/history.ts";
import { importRoutes } from "./routes/imports.ts";
import { infoRoutes } from "./routes/info.ts";
import { invitationRoutes } from "./routes/invitations.ts";
import { jobRoutes } from "./routes/jobs.ts";
import { labelingRuleRoutes } from "./routes/labeling-rules.ts";
import { metadataPropertyRoutes } from "./routes/metadata-properties.ts";
import { ownPasswordRoutes } from "./routes/own-password.ts";
import { peopleRoutes } from "./routes/people.ts";
import { pictureHostRoutes } from "./routes/picture-hosts.ts";
import { preferenceRoutes } from "./routes/preferences.ts";
import { questionRoutes } from "./routes/questions.ts";
import { recordRoutes } from "./routes/records.ts";
import { responseRoutes } from "./routes/responses.ts";
import { savedViewRoutes } from "./routes/saved-views.ts";
import { searchRoutes } from "./routes/search.ts";
import { suggestionRoutes } from "./routes/suggestions.ts";
import { taskDatasetRoutes } from "./routes/task-datasets.ts";
import { taskMetricRoutes } from "./routes/task-metrics.ts";
import { taskRecordRoutes } from "./routes/task-records.ts";
import { taskSearchRoutes } from "./routes/task-search.ts";
import { taskSettingsRoutes } from "./routes/task-settings.ts";
import { userRoutes } from "./routes/users.ts";
import { vectorSettingsRoutes } from "./routes/vector-settings.ts";
import { workspaceAdministrationRoutes } from "./routes/workspace-administration.ts";
import { workspaceRoutes } from "./routes/workspaces.ts";

/** The only table of routes. The server must have a handler for each name; the browser's client is derived from it. */
export const routes = {
  ...accountRoutes,
  ...userRoutes,
  ...peopleRoutes,
  ...workspaceRoutes,
  ...workspaceAdministrationRoutes,
  ...invitationRoutes,
  ...datasetRoutes,
  ...taskDatasetRoutes,
  ...taskSettingsRoutes,
  ...labelingRuleRoutes,
  ...taskMetricRoutes,
  ...taskRecordRoutes,
  ...taskSearchRoutes,
  ...fieldRoutes,
  ...questionRoutes,
  ...metadataPropertyRoutes,
  ...vectorSettingsRoutes,
  ...infoRoutes,
  ...recordRoutes,
  ...responseRoutes,
  ...suggestionRoutes,
  ...searchRoutes,
  ...exportRoutes,
  ...auditRoutes,
  ...historyRoutes,
  ...flagRoutes,
  ...pictureHostRoutes,
  ...savedViewRoutes,
  ...preferenceRoutes,
  ...apiKeyRoutes,
  ...ownPasswordRoutes,
  ...jobRoutes,
  ...importRoutes,
} as const satisfies { readonly [name: string]: Route };

export type Routes = typeof routes;
export type RouteName = keyof Routes;
