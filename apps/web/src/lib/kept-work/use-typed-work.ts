import type { TypedForDataset } from "@postil/domain/outbox/work-file";
import { useEffect, useState } from "react";
import { onKeptForDatasets } from "./kept-for-datasets.ts";
import { typedWork } from "./typed-work.ts";

/** What somebody has typed for datasets as wholes and not saved, as it stands, that of other tabs included. */
export function useTypedWork(userId: string): readonly TypedForDataset[] {
  const [typed, setTyped] = useState(() => typedWork(userId));
  useEffect(() => {
    const read = () => setTyped(typedWork(userId));
    // Also what the page before this one has kept as it went.
    read();
    return onKeptForDatasets(read);
  }, [userId]);
  return typed;
}
