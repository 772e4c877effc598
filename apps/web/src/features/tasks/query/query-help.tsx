import { t } from "i18next";
import "../../../lib/i18n/en/task-parts.ts";
import type { OpensHere } from "../../../ui/on-demand.tsx";
import { Popover } from "../../../ui/popover.tsx";

type QueryHelpProps = { onExample: (query: string) => void };

/** The parts of the query language, with an example for each (TSE-22). */
const ROWS = [
  ["words", "broken lamp"],
  ["phrase", '"street light"'],
  ["or", "lamp OR light"],
  ["not", "lamp NOT bicycle"],
  ["group", "(lamp OR light) AND street"],
  ["wildcard", "lamp*"],
  ["fuzzy", "lamp~1"],
  ["near", '"lamp street"~3'],
  ["regex", "/lamps?/"],
  ["input", "inputs.subject:lamp"],
  ["metadata", 'metadata.source:"web form"'],
  ["range", "score:[0.5 TO *]"],
  ["exists", "_exists_:annotated_by"],
  ["label", 'annotated_as:"Street lighting"'],
] as const;

export function QueryHelp({ onExample, trigger, isOpen, onOpenChange }: QueryHelpProps & OpensHere) {
  return (
    <Popover trigger={trigger} label={t("words.queryHelp")} isOpen={isOpen} onOpenChange={onOpenChange}>
      <div className="w-130 max-w-[calc(100vw-2rem)] p-4">
        <h2 className="mb-1 font-strong">{t("words.queryHelp")}</h2>
        <p className="mb-3 text-soft">{t("taskFilters.help.intro")}</p>
        <table className="w-full">
          <thead className="text-left text-small text-soft">
            <tr>
              <th className="font-body">{t("taskFilters.help.columns.write")}</th>
              <th className="font-body">{t("taskFilters.help.columns.finds")}</th>
            </tr>
          </thead>
          <tbody>
            {ROWS.map(([name, example]) => (
              <tr key={name} className="align-top">
                <td className="py-0.5 pr-3">
                  <button
                    type="button"
                    aria-label={t("taskFilters.help.use", { example })}
                    onClick={() => {
                      onExample(example);
                      onOpenChange(false);
                    }}
                    className="rounded-key bg-sunken px-1.5 text-left font-mono text-small hover:bg-hover max-md:min-h-11"
                  >
                    {example}
                  </button>
                </td>
                <td className="py-0.5 text-small text-soft">{t(`taskFilters.help.rows.${name}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="mt-3 text-small text-soft">{t("taskFilters.help.escape")}</p>
      </div>
    </Popover>
  );
}
