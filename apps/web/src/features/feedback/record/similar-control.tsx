import type { VectorSettings } from "@postil/domain/datasets/metadata-property";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import type { Similarity } from "@postil/domain/search/record-criteria";
import { SIMILARITY_LIMIT } from "@postil/domain/search/records-address";
import { t } from "i18next";
import { Waypoints } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommands, usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { notify } from "../../../lib/toasts/store.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { useVectorNames } from "../../../workbench/record/use-vector-names.ts";
import type { CriteriaControls } from "../queue/criteria-controls.ts";

export type SimilarButtonProps = {
  record: Pick<LabeledRecord, "id" | "datasetId">;
  /** The vectors of the dataset. Without any, there is no button (FFI-22). */
  vectors: readonly VectorSettings[];
  findSimilar: CriteriaControls["findSimilar"];
  /** true: only an icon, for a row of a list */
  compact?: boolean;
  /** True if the key and the palette entry are for this record: the one on screen, or the one with the cursor. */
  keyed?: boolean;
};

const SimilarPanel = onDemand("dialog", () => import("./similar-panel.tsx").then((m) => m.SimilarPanel));

export default function SimilarControl(props: SimilarButtonProps) {
  const { record, vectors, findSimilar, compact = false, keyed = false } = props;
  const holder = useRef<HTMLSpanElement>(null);
  const shown = useRef<string>(undefined);
  const names = useVectorNames({ datasetId: record.datasetId, recordId: record.id }, vectors);
  const without = names !== null && !vectors.some(({ name }) => names.includes(name));

  const command = similarCommand(() => holder.current?.querySelector("button")?.click());
  useCommands(keyed ? [command] : []);
  const printed = usePrintedKeys(command);

  const [first, second] = vectors;
  const only = second === undefined ? first : undefined;
  const find = (choice: Pick<Similarity, "vector" | "order">) =>
    findSimilar({ recordId: record.id, ...choice, limit: SIMILARITY_LIMIT });
  const look = { compact, keys: keyed ? printed : undefined };
  const whyNot = without ? t("similarity.none") : "";
  const tellWhy = () => {
    const earlier = shown.current === undefined ? {} : { replace: shown.current };
    shown.current = notify({ message: whyNot, type: "info", ...earlier });
  };
  return (
    <span ref={holder} className="contents">
      {without ? (
        <Face {...look} whyNot={whyNot} onClick={tellWhy} />
      ) : only !== undefined ? (
        <Face {...look} onClick={() => find({ vector: only.name, order: "most" })} />
      ) : (
        <SimilarPanel trigger={<Face {...look} />} vectors={vectors} names={names} onFind={find} />
      )}
    </span>
  );
}

type FaceProps = ComponentProps<"button"> & { compact: boolean; keys: string | undefined; whyNot?: string };

function Face({ compact, keys, whyNot = "", type: _, ...rest }: FaceProps) {
  const resting = whyNot !== "";
  if (compact) {
    // The icon has no text, so its tooltip can tell why it is disabled.
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
      <Button
        variant="ghost"
        icon={Waypoints}
        keys={resting ? undefined : keys}
        inactive={resting}
        {...rest}
        className="aria-disabled:opacity-60 @max-[720px]/head:[&_kbd]:hidden"
      >
        <span className="@max-[720px]/head:sr-only">{t("similarity.button")}</span>
      </Button>
    </Tooltip>
  );
}

/** "Find similar records", M (design/keys.md#labeling). Not available in a dataset without vectors. */
export const similarCommand = (run: () => void): Command => ({
  ...{ id: "record.similar", label: t("similarity.command.find"), icon: Waypoints, run },
  ...{ section: "record", group: "look", shortcuts: [{ keys: "M" }] },
});
