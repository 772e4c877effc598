import type { GlobalLabel } from "@postil/domain/tasks/labels";
import { type ReactNode, useEffect } from "react";
import { afterPaint } from "../../../lib/after-paint.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import type { ArmedProps } from "./armed.tsx";
import { entityChoice, useEntityChoice } from "./entity-choice.ts";

/** Loaded right after the page, so that it shows as soon as an entity is armed. */
export const Armed = lazyPart<ArmedProps>(async () => ({ default: (await import("./armed.tsx")).Armed }));
const fetchAhead = () => void Armed.preload().catch(() => undefined);

type ArmedNoteProps = { labels: readonly GlobalLabel[]; children: ReactNode };

/** At the end of the strip, instead of the number of records: the entity that a selection gets at once. */
export function ArmedNote({ labels, children }: ArmedNoteProps) {
  const [first] = labels;
  return first === undefined ? children : <Note datasetId={first.datasetId}>{children}</Note>;
}

function Note({ datasetId, children }: { datasetId: string; children: ReactNode }) {
  const { armed } = useEntityChoice(datasetId);
  useEffect(() => afterPaint(fetchAhead), []);
  if (armed === null) return children;
  // Without the note, the user would not know why a selection is labeled at once.
  const disarm = () => entityChoice(datasetId).set({ armed: null });
  return <Armed label={armed} onDisarm={disarm} whenMissing={disarm} />;
}
