import { lazyPart } from "../../../ui/lazy-part.tsx";
import type { ExportOpening } from "../../../workbench/export/export-button.tsx";

export const LazyTaskExportDialog = lazyPart<ExportOpening>(() => import("./task-export-dialog.tsx"));
