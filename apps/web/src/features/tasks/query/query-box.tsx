import { MOST_TEXT } from "@postil/domain/search/text-query";
import { t } from "i18next";
import { CircleHelp } from "lucide-react";
import type { Ref } from "react";
import { keysOfPress } from "../../../lib/commands/chord.ts";
import { shortcutsOf } from "../../../lib/commands/keymap.ts";
import { getPreferences } from "../../../lib/preferences/store.ts";
import { cx } from "../../../ui/cx.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { KeyCap } from "../../../ui/key-cap.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import type { QueryHelpProps } from "./query-help.tsx";
import { SAVE_RULE } from "./save-rule-keys.ts";
import type { QueryText } from "./use-query-text.ts";

const QueryHelp = onDemand<QueryHelpProps>("dialog", () =>
  import("./query-help.tsx").then((module) => module.QueryHelp),
);

type QueryBoxProps = {
  ref?: Ref<HTMLInputElement>;
  query: QueryText;
  /** what is wrong with the query, by its id; null: nothing is known */
  faultId: string | null;
  /** The query is the heading of a rule: what is typed is what is saved, so nothing typed waits once the box is left. */
  ofRule?: boolean;
  /** the key that leads here */
  keys?: string | undefined;
  className?: string;
};

/** The query text: Enter applies it, × clears it, Escape leaves what is in force. */
export function QueryBox({ ref, query, faultId, ofRule = false, keys, className }: QueryBoxProps) {
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
        onBlur={() => ofRule && query.apply()}
        onKeyDown={(event) => {
          // The rule of what is typed comes first, and is saved by the next press.
          if (!ofRule || !query.pending || !savesRule(event.nativeEvent)) return;
          event.preventDefault();
          query.apply();
        }}
        aria-invalid={faultId !== null || query.tooLong !== null || undefined}
        aria-describedby={faultId ?? undefined}
        enterKeyHint="search"
        dir="auto"
        {...(keys === undefined ? {} : { keys })}
        end={<BoxEnd query={query} ofRule={ofRule} />}
        className={cx(
          "w-full pr-1 max-md:h-11 [&>input:not(:placeholder-shown)]:font-mono",
          ofRule && "h-9! [&>input:not(:placeholder-shown)]:font-medium [&>input:not(:placeholder-shown)]:text-[15px]",
        )}
      />
    </div>
  );
}

const savesRule = (event: KeyboardEvent): boolean => {
  const pressed = keysOfPress(event);
  return shortcutsOf(SAVE_RULE, getPreferences().keymap).some(({ keys }) => keys === pressed);
};

/** That the text is too long, or that it waits; and the help. */
function BoxEnd({ query: { tooLong, pending, type, apply }, ofRule }: { query: QueryText; ofRule: boolean }) {
  return (
    <>
      {tooLong === null && pending && <KeyCap keys="Enter" ofText />}
      <span role="status" className="text-small whitespace-nowrap text-danger empty:absolute">
        {tooLong !== null && t("taskQuery.search.tooLong", { found: tooLong, most: MOST_TEXT })}
      </span>
      <QueryHelp
        onExample={(example) => {
          type(example);
          if (ofRule) apply();
        }}
        trigger={<IconButton icon={CircleHelp} label={t("taskQuery.help.open")} size="tiny" />}
      />
    </>
  );
}
