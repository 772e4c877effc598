import type { WireUnderstanding } from "@postil/contract/datasets/uploads";
import { t } from "i18next";
import { Guessed } from "./reading-rows.tsx";
import type { Reading, ReadingChange } from "./said.ts";

type MoreReadingProps = {
  reading: Reading;
  /** null: nothing was used yet */
  used: WireUnderstanding["reading"] | null;
  onChange: (change: ReadingChange) => void;
};

/** What only some files leave open: whose export it is (IMP-12). */
export function MoreReading({ reading, used, onChange }: MoreReadingProps) {
  const shape = reading.shape ?? used?.shape;
  return (
    <>
      {shape && (
        <Guessed
          label={t("importing.reading.shape")}
          said={reading.shape}
          used={used?.shape ?? null}
          values={[...new Set([shape, "plain"])]}
          textOf={(key) => t(`importing.reading.shapes.${shapeKey(key)}`)}
          onSay={(key) => onChange({ shape: key === undefined ? undefined : shapeKey(key) })}
        />
      )}
    </>
  );
}

const SHAPES = [
  ...["plain", "label-studio", "label-studio-min", "argilla-feedback", "argilla-records", "argilla-tasks"],
  ...["prodigy", "spacy", "doccano", "tokens"],
] as const satisfies readonly NonNullable<Reading["shape"]>[];

const shapeKey = (key: string) => SHAPES.find((one) => one === key) ?? "plain";
