import { lazyPart } from "../../../ui/lazy-part.tsx";

/** The export dialog of a feedback dataset, loaded when it is opened. */
export const LazyExportDialog = lazyPart(() => import("./feedback-export-dialog.tsx"));
