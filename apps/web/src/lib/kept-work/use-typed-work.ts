import type { TypedForDataset } from "@postil/domain/outbox/work-file";
import { useEffect, useState } from "react";
import { onKeptForDatasets } from "./kept-for-datasets.ts";
import { typedWork } from "./typed-work.ts";

/** Unsaved work that a user typed for whole datasets, kept up to date, also from other tabs. */
export function useTypedWork(userId: string): readonly TypedForDataset[] {
  const [typed, setTyped] = useState(() => typedWork(userId));
  useEffect(() => {
    const read = () => setTyped(typedWork(userId));
    // The page before this one may have stored work while it closed.
    read();
    return onKeptForDatasets(read);
  }, [userId]);
  return typed;
}
