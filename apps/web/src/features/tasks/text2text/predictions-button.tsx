import type { ShownText2TextRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { Button } from "../../../ui/button.tsx";
import { Star } from "../../../ui/star.tsx";
import { setPredictionsOpen, usePredictionsOpen } from "./predictions-open.ts";

/** At the end of a row's actions: shows what was predicted, beside the list. */
export function PredictionsButton({ record }: { record: ShownText2TextRecord }) {
  const open = usePredictionsOpen();
  const count = record.prediction?.sentences.length ?? 0;
  return (
    <Button
      variant="quiet"
      on={open}
      aria-expanded={open}
      disabled={count === 0 && !open}
      // The text that is being written goes on being written.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => setPredictionsOpen(!open)}
      className="@min-[600px]/buttons:ml-auto"
    >
      <span className="text-suggestion">
        <Star />
      </span>
      {t("text2text.predictions", { count })}
    </Button>
  );
}
