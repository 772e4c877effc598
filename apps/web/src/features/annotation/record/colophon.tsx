import type { FeedbackRecord, MetadataProperty } from "@postil/domain/entities";
import { useTranslation } from "react-i18next";
import { usePreference } from "../../../lib/preferences/use-preference.ts";
import { metadataText } from "./metadata-text.ts";
import { titleOf } from "./shown-fields.ts";

const MOST = 4;

/** Up to four metadata values in one line under the text: those the reader chose, else the dataset's first. */
export function Colophon({ record, properties }: { record: FeedbackRecord; properties: readonly MetadataProperty[] }) {
  const { t } = useTranslation();
  const [chosen] = usePreference("colophon");
  const wanted = chosen[record.datasetId];
  const shown = properties
    .filter(({ name }) => record.metadata?.[name] !== undefined && (wanted?.includes(name) ?? true))
    .slice(0, MOST);
  if (shown.length === 0) return null;
  return (
    <dl
      aria-label={t("annotation.colophon")}
      className="mt-8 mr-6 ml-38 flex flex-wrap gap-x-6 gap-y-1 text-small max-md:mx-4"
    >
      {shown.map((property) => (
        <div key={property.name} className="flex min-w-0 gap-1.5">
          <dt className="flex-none text-soft">{titleOf(property)}</dt>
          <dd className="min-w-0 wrap-anywhere tabular-nums">{metadataText(record.metadata?.[property.name])}</dd>
        </div>
      ))}
    </dl>
  );
}
