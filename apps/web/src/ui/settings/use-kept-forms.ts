import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { keepForms, keptForms } from "../../lib/kept-work/kept-forms.ts";
import { useUser } from "../../lib/session/use-session.ts";
import { notify } from "../../lib/toasts/store.ts";

type Change<Forms> = (change: (before: Forms) => Forms) => void;

/**
 * What is typed into the settings of a dataset. It goes with the page; where that goes although nobody left it, because the session
 * ended or the dataset was taken away, it is kept on this device and is there again for the same person (AUT-11).
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
  const changed = useRef(false);
  const store = () => keepForms(userId, datasetId, isNothing(latest.current) ? null : latest.current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as below
  const change = useCallback<Change<Forms>>((by) => {
    changed.current = true;
    latest.current = by(latest.current);
    setForms(latest.current);
    // What is saved or deleted by now is not to come back with a reload, which tells nobody that the page goes.
    if (restored !== null) store();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whose and of what it is does not change while it stands
  useEffect(() => {
    if (restored !== null && mayEdit) notify({ message: t("datasetSettings.form.restored"), type: "info" });
    return () => {
      // Another tab may have kept something where nothing was typed here.
      if (changed.current) store();
    };
  }, []);
  return [forms, change];
}
