import { lazyPart } from "../../../ui/lazy-part.tsx";
import type { ExportOpening } from "../../../workbench/export/export-button.tsx";

/** The export dialog of a feedback dataset, loaded when it is opened. */
export const LazyExportDialog = lazyPart<ExportOpening>(() => import("./feedback-export-dialog.tsx"));
