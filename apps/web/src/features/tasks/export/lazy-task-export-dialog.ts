import { lazyPart } from "../../../ui/lazy-part.tsx";

export const LazyTaskExportDialog = lazyPart(() => import("./task-export-dialog.tsx"));
