import type { TypedSettings } from "@postil/domain/outbox/work-file";
import { useState } from "react";
import { datasetsWithKeptForms, keepForms, keptForms, textsOf } from "../../../lib/kept-work/kept-forms.ts";

/** What somebody typed into the settings of datasets and has not saved, as it was when the page was opened; and the way to let go of it. */
export function useTypedSettings(userId: string): readonly [readonly TypedSettings[], (datasetId: string) => void] {
  const [typed, setTyped] = useState(() => typedBy(userId));
  const forget = (datasetId: string) => {
    keepForms(userId, datasetId, null);
    setTyped(typedBy(userId));
  };
  return [typed, forget];
}

const typedBy = (userId: string): readonly TypedSettings[] =>
  datasetsWithKeptForms(userId)
    .map((datasetId) => ({ datasetId, texts: textsOf(keptForms(userId, datasetId) ?? {}) }))
    .filter(({ texts }) => texts.length > 0);
