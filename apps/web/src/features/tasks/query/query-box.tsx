import { MOST_TEXT } from "@postil/domain/search/text-query";
import { CircleHelp } from "lucide-react";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../../ui/cx.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { KeyCap } from "../../../ui/key-cap.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import type { QueryHelpProps } from "./query-help.tsx";
import type { QueryText } from "./use-query-text.ts";

const QueryHelp = onDemand<QueryHelpProps>("dialog", () =>
  import("./query-help.tsx").then((module) => module.QueryHelp),
);

type QueryBoxProps = {
  ref?: Ref<HTMLInputElement>;
  query: QueryText;
  /** what is wrong with the query, by its id; null: nothing is known */
  faultId: string | null;
  /** the query is the heading of a rule */
  large?: boolean;
  /** the key that leads here */
  keys?: string | undefined;
  className?: string;
};

/** The query text: Enter applies it, × clears it, Escape leaves what is in force. */
export function QueryBox({ ref, query, faultId, large = false, keys, className }: QueryBoxProps) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element of that name in the DOM of the tests
    <div role="search" className={className}>
      <SearchInput
        ref={ref}
        label={t("taskQuery.search.label")}
        placeholder={t("taskQuery.search.placeholder")}
        value={query.text}
        onChange={query.type}
        onClear={query.clear}
        onEnter={query.apply}
        onEscape={(event) => {
          query.leave();
          event.currentTarget.blur();
        }}
        aria-invalid={faultId !== null || query.tooLong !== null || undefined}
        aria-describedby={faultId ?? undefined}
        enterKeyHint="search"
        dir="auto"
        {...(keys === undefined ? {} : { keys })}
        end={<BoxEnd query={query} />}
        className={cx(
          "w-full pr-1 max-md:h-11 [&>input:not(:placeholder-shown)]:font-mono",
          large && "h-9! [&>input:not(:placeholder-shown)]:font-medium [&>input:not(:placeholder-shown)]:text-[15px]",
        )}
      />
    </div>
  );
}

/** That the text is too long, or that it waits; and the help. */
function BoxEnd({ query: { tooLong, pending, type } }: { query: QueryText }) {
  const { t } = useTranslation();
  return (
    <>
      {tooLong === null ? (
        pending && <KeyCap keys="Enter" />
      ) : (
        <span role="status" className="text-small whitespace-nowrap text-danger">
          {t("taskQuery.search.tooLong", { found: tooLong, most: MOST_TEXT })}
        </span>
      )}
      <QueryHelp
        onExample={type}
        trigger={<IconButton icon={CircleHelp} label={t("taskQuery.help.open")} size="tiny" />}
      />
    </>
  );
}
