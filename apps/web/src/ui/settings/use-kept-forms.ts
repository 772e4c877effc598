import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { keepForms, keptForms } from "../../lib/kept-work/kept-forms.ts";
import { useUser } from "../../lib/session/use-session.ts";
import { notify } from "../../lib/toasts/store.ts";

type Change<Forms> = (change: (before: Forms) => Forms) => void;

/**
 * What is typed into the settings of a dataset. It is kept on this device from its first letter on until it is saved or let go of, and is
 * there again for the same person: after a reload, after the session ended, after the dataset was taken away (AUT-11, design/device.md#work).
 */
export function useKeptForms<Forms extends object>(
  datasetId: string,
  none: Forms,
  isNothing: (forms: Forms) => boolean,
  mayEdit: boolean,
): readonly [Forms, Change<Forms>] {
  const { t } = useTranslation();
  const userId = useUser()?.id ?? "";
  const [restored] = useState(() => keptForms(userId, datasetId));
  // Written by this hook of the same page, in the layout that is read.
  const [forms, setForms] = useState((restored as Forms | null) ?? none);
  const latest = useRef(forms);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whose and of what it is does not change while it stands
  const change = useCallback<Change<Forms>>((by) => {
    latest.current = by(latest.current);
    setForms(latest.current);
    keepForms(userId, datasetId, isNothing(latest.current) ? null : latest.current);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has come
  useEffect(() => {
    if (restored !== null && mayEdit) notify({ message: t("datasetSettings.form.restored"), type: "info" });
  }, []);
  return [forms, change];
}
