import type { TextRecord } from "@postil/domain/tasks/shown-record";
import { keywordParts } from "@postil/domain/text/keyword-parts";
import { memo } from "react";

type FoundTextProps = { record: TextRecord; keywords: readonly string[] };

/** The texts of a record with what a query found in them; one input by itself, several by their names. */
export const FoundText = memo(function FoundText({ record, keywords }: FoundTextProps) {
  const inputs = Object.entries(record.inputs);
  return inputs.map(([name, value]) => (
    <p
      key={name}
      dir="auto"
      className="max-w-(--record-measure) font-record text-record whitespace-pre-wrap wrap-anywhere [&+p]:mt-2"
    >
      {inputs.length > 1 && <span className="font-ui text-small text-soft">{name}: </span>}
      <Marked text={[value].flat().join("\n")} keywords={keywords} />
    </p>
  ));
});

function Marked({ text, keywords }: { text: string; keywords: readonly string[] }) {
  return keywordParts(text, keywords).map((part, at) =>
    part.found ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts hold nothing, and are made anew with their text
      <mark key={at} className="rounded-key bg-match text-current">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
