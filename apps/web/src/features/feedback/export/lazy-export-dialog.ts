import { lazyPart } from "../../../ui/lazy-part.tsx";
import type { ExportOpening } from "../../../workbench/export/export-button.tsx";

/** Exports a feedback dataset; fetched when it is opened. */
export const LazyExportDialog = lazyPart<ExportOpening>(() => import("./feedback-export-dialog.tsx"));
