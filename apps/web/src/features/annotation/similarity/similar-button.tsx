import type { FeedbackRecord, VectorSettings } from "@postil/domain/entities";
import { SIMILARITY_LIMIT, type Similarity } from "@postil/domain/record-criteria";
import { useQueryClient } from "@tanstack/react-query";
import { Waypoints } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../../lib/api/queries/record.ts";
import { useCommands, usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { notify } from "../../../lib/toasts/store.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import type { CriteriaControls } from "../criteria/criteria-controls.ts";
import { similarCommand } from "./similar-command.ts";
import type { SimilarPanelProps } from "./similar-panel.tsx";
import { useVectorNames } from "./use-vector-names.ts";

type SimilarButtonProps = {
  record: FeedbackRecord;
  /** The kinds of vectors of the dataset; without any there is no button (FFI-22). */
  vectors: readonly VectorSettings[];
  findSimilar: CriteriaControls["findSimilar"];
  /** an icon alone, in a row of many */
  compact?: boolean;
  /** Its key and its entry in the palette are for this record: the one on screen, or the one the cursor is on. */
  keyed?: boolean;
};

const SimilarPanel = onDemand<SimilarPanelProps>("dialog", () =>
  import("./similar-panel.tsx").then((module) => module.SimilarPanel),
);

/**
 * Finds the records that are like this one (FFI-21, FFI-22): at once where there is one kind of vector, after a question where
 * there are several. It rests, and says why, when this record has none of them.
 */
export function SimilarButton({ record, vectors, findSimilar, compact = false, keyed = false }: SimilarButtonProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const holder = useRef<HTMLSpanElement>(null);
  const names = useVectorNames({ datasetId: record.datasetId, recordId: record.id }, vectors);
  const without = names !== null && !vectors.some(({ name }) => names.includes(name));

  const command = similarCommand(t, {
    mayRun: () => vectors.length > 0,
    run: () => holder.current?.querySelector("button")?.click(),
  });
  useCommands(keyed ? [command] : []);
  const printed = usePrintedKeys(command);

  const [first] = vectors;
  if (first === undefined) return null;
  const find = ({ vector, order }: Pick<Similarity, "vector" | "order">) => {
    // The reference record is at hand, so the bar need not ask for it (FFI-24).
    client.setQueryData(recordQuery(record.datasetId, record.id).queryKey, record);
    findSimilar({ recordId: record.id, vector, order, limit: SIMILARITY_LIMIT });
  };
  const look = { compact, keys: keyed ? printed : undefined };
  const whyNot = without ? t("similarity.none") : "";
  return (
    <span ref={holder} className="contents">
      {without ? (
        <Face {...look} whyNot={whyNot} onClick={() => notify({ message: whyNot, type: "info" })} />
      ) : vectors.length === 1 ? (
        <Face {...look} onClick={() => find({ vector: first.name, order: "most" })} />
      ) : (
        <SimilarPanel trigger={<Face {...look} />} vectors={vectors} names={names} onFind={find} />
      )}
    </span>
  );
}

type FaceProps = ComponentProps<"button"> & { compact: boolean; keys: string | undefined; whyNot?: string };

function Face({ compact, keys, whyNot = "", type: _, ...rest }: FaceProps) {
  const { t } = useTranslation();
  const resting = whyNot !== "";
  if (compact) {
    // The icon has no name on it, so what it says when it is hovered may as well be why it rests.
    return (
      <IconButton
        icon={Waypoints}
        label={resting ? whyNot : t("similarity.button")}
        keys={resting ? undefined : keys}
        aria-disabled={resting || undefined}
        {...rest}
        className="aria-disabled:opacity-60 aria-disabled:hover:bg-transparent aria-disabled:hover:text-soft"
      />
    );
  }
  return (
    <Tooltip text={whyNot}>
      <Button variant="ghost" icon={Waypoints} keys={keys} inactive={resting} {...rest}>
        {t("similarity.button")}
      </Button>
    </Tooltip>
  );
}
