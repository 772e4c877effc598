import { lazyPart } from "../../../ui/lazy-part.tsx";
import type { HowToAddLabelsProps } from "./how-to-add-labels.tsx";

/** Most datasets have labels, so what stands in their place is loaded when it is shown. */
export const LabelsMissing = lazyPart<HowToAddLabelsProps>(async () => ({
  default: (await import("./how-to-add-labels.tsx")).HowToAddLabels,
}));
