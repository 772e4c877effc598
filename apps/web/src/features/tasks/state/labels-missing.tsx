import { lazyPart } from "../../../ui/lazy-part.tsx";

/** Most datasets have labels, so what stands in their place is loaded when it is shown. */
export const LabelsMissing = lazyPart(() => import("./how-to-add-labels.tsx").then((m) => m.HowToAddLabels));
