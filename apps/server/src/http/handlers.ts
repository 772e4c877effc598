import type { Handlers } from "./handler.ts";
import type { HandlerParts } from "./handler-parts.ts";
import { auditHandlers } from "./handlers/audit.ts";
import {
  binHandlers,
  datasetHandlers,
  datasetPartHandlers,
  questionHandlers,
  snapshotHandlers,
} from "./handlers/datasets.ts";
import { exportHandlers } from "./handlers/exports.ts";
import { migrationHandlers } from "./handlers/migration.ts";
import { accountHandlers, ownHandlers, personDataHandlers } from "./handlers/own.ts";
import { peopleHandlers, workspaceHandlers } from "./handlers/people.ts";
import { recordHandlers, recordReadHandlers } from "./handlers/records.ts";
import { serverHandlers } from "./handlers/server.ts";
import {
  labelingRuleHandlers,
  taskDatasetHandlers,
  taskRecordHandlers,
  taskSearchHandlers,
} from "./handlers/task-datasets.ts";
import { uploadHandlers } from "./handlers/uploads.ts";
import { webhookHandlers } from "./handlers/webhooks.ts";

/** A handler for every route of the contract. The compiler reports a missing one. */
export const createHandlers = (parts: HandlerParts): Handlers => ({
  ...accountHandlers(parts),
  ...ownHandlers(parts),
  ...auditHandlers(parts),
  ...peopleHandlers(parts),
  ...personDataHandlers(parts),
  ...workspaceHandlers(parts),
  ...datasetHandlers(parts),
  ...datasetPartHandlers(parts),
  ...questionHandlers(parts),
  ...taskDatasetHandlers(parts),
  ...labelingRuleHandlers(parts),
  ...taskRecordHandlers(parts),
  ...taskSearchHandlers(parts),
  ...recordHandlers(parts),
  ...recordReadHandlers(parts),
  ...exportHandlers(parts),
  ...snapshotHandlers(parts),
  ...serverHandlers(parts),
  ...binHandlers(parts),
  ...uploadHandlers(parts),
  ...migrationHandlers(parts),
  ...webhookHandlers(parts),
});
