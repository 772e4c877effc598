import { t } from "i18next";
import { ChevronDown } from "lucide-react";
import { Icon } from "../../ui/icon.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import type { FieldChoice } from "./field-choice.ts";

const FieldMenu = onDemand<FieldChoice>("menu", () => import("./field-menu.tsx").then((m) => m.FieldMenu));

/** Where the words are looked for, before the words (FFI-27). */
export function SearchFieldChoice(choice: FieldChoice) {
  const { fields, field } = choice;
  const name = field === null ? t("filters.search.all") : (fields.find((one) => one.name === field)?.title ?? field);
  return (
    <FieldMenu
      {...choice}
      trigger={
        <button
          type="button"
          aria-label={`${t("filters.search.fields")}: ${name}`}
          className="flex h-6 min-w-0 flex-none items-center gap-1 rounded-key bg-sunken px-2 text-small whitespace-nowrap text-ink hover:bg-hover max-md:h-9"
        >
          <span translate="no" className="max-w-32 truncate">
            {name}
          </span>
          <Icon of={ChevronDown} size={12} className="text-soft" />
        </button>
      }
    />
  );
}
