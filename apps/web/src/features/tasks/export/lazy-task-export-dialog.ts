import { lazyPart } from "../../../ui/lazy-part.tsx";
import type { ExportOpening } from "../../../workbench/export/export-button.tsx";

/** The export dialog of a task dataset, loaded when it is opened. */
export const LazyTaskExportDialog = lazyPart<ExportOpening>(() => import("./task-export-dialog.tsx"));
