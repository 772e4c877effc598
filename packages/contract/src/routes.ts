import { auditRoutes } from "./accounts/audit.ts";
import { backupRoutes } from "./accounts/backups.ts";
import { apiKeyRoutes, ownDataRoutes, ownPasswordRoutes, preferenceRoutes } from "./accounts/own.ts";
import { peopleRoutes, userRoutes } from "./accounts/people.ts";
import { accountRoutes, invitationRoutes } from "./accounts/sign-in.ts";
import { workspaceAdministrationRoutes, workspaceRoutes } from "./accounts/workspaces.ts";
import { binRoutes } from "./datasets/bin.ts";
import { exportRoutes } from "./datasets/exports.ts";
import { importRoutes, jobRoutes } from "./datasets/jobs.ts";
import { flagRoutes, historyRoutes, savedViewRoutes } from "./datasets/labeling.ts";
import { migrationRoutes } from "./datasets/migration.ts";
import { snapshotRoutes } from "./datasets/snapshots.ts";
import { uploadRoutes } from "./datasets/uploads.ts";
import { datasetRoutes, pictureHostRoutes } from "./feedback/datasets.ts";
import { mergeRoutes } from "./feedback/merging.ts";
import { fieldRoutes, metadataPropertyRoutes, vectorSettingsRoutes } from "./feedback/parts.ts";
import { questionRoutes } from "./feedback/questions.ts";
import { recordRoutes, suggestionRoutes } from "./feedback/records.ts";
import { responseRoutes } from "./feedback/responses.ts";
import { searchRoutes } from "./feedback/search.ts";
import { infoRoutes } from "./info.ts";
import type { Route } from "./route.ts";
import { taskDatasetRoutes } from "./tasks/datasets.ts";
import { taskMergeRoutes } from "./tasks/merging.ts";
import { taskRecordRoutes } from "./tasks/records.ts";
import { taskMetricRoutes, taskSearchRoutes } from "./tasks/search.ts";
import { labelingRuleRoutes, taskSettingsRoutes } from "./tasks/settings.ts";
import { webhookRoutes } from "./webhooks.ts";

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
  ...taskMergeRoutes,
  ...taskSearchRoutes,
  ...fieldRoutes,
  ...questionRoutes,
  ...metadataPropertyRoutes,
  ...vectorSettingsRoutes,
  ...infoRoutes,
  ...recordRoutes,
  ...mergeRoutes,
  ...responseRoutes,
  ...suggestionRoutes,
  ...searchRoutes,
  ...exportRoutes,
  ...snapshotRoutes,
  ...auditRoutes,
  ...backupRoutes,
  ...historyRoutes,
  ...flagRoutes,
  ...pictureHostRoutes,
  ...savedViewRoutes,
  ...preferenceRoutes,
  ...apiKeyRoutes,
  ...ownPasswordRoutes,
  ...ownDataRoutes,
  ...jobRoutes,
  ...binRoutes,
  ...importRoutes,
  ...uploadRoutes,
  ...migrationRoutes,
  ...webhookRoutes,
} as const satisfies { readonly [name: string]: Route };

export type Routes = typeof routes;
export type RouteName = keyof Routes;
