import { t } from "i18next";
import { Pin, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import "../../lib/i18n/en/guidelines.ts";
import { cx } from "../../ui/cx.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { loadMarkdown, Markdown } from "../../ui/markdown/markdown.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { NoGuidelines } from "./no-guidelines.tsx";
import { type Heading, useContents, useHeadingHere } from "./use-contents.ts";
import { type Found, useFind } from "./use-find.ts";

export type GuidelinesDrawerProps = {
  /** markdown; null or blank when the dataset has none */
  guidelines: string | null;
  datasetId: string;
  pinned: boolean;
  onPin: (pinned: boolean) => void;
  onClose: () => void;
  keys: string | undefined;
};

/**
 * What the annotator is asked to do, below the record: contents in the margin, text in the measure. Pinned it stays and is
 * open on the next visit too; otherwise Escape closes it.
 */
export function GuidelinesDrawer({ guidelines, datasetId, pinned, onPin, onClose, keys }: GuidelinesDrawerProps) {
  const section = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [phrase, setPhrase] = useState("");
  const version = `${useMarkdownReady()} ${guidelines}`;
  const headings = useContents(text, version);
  const here = useHeadingHere(scroller, headings);
  const found = useFind(text, phrase, version);
  useEffect(() => {
    section.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const empty = guidelines === null || guidelines.trim() === "";
  return (
    <section
      ref={section}
      aria-label={t("guidelinesDrawer.title")}
      onKeyDown={(event) => event.key === "Escape" && !event.defaultPrevented && !pinned && onClose()}
      className="order-2 mx-6 flex-none scroll-mb-20 max-md:mx-0 wide:mr-0 wide:grid wide:min-h-0 wide:grid-rows-[48px_minmax(0,1fr)]"
    >
      <header className="flex h-12 items-center gap-1 pl-6 max-md:px-4">
        <h2 className="w-32 flex-none max-md:w-auto max-md:flex-1">{t("guidelinesDrawer.title")}</h2>
        <SearchInput
          label={t("guidelinesDrawer.find")}
          placeholder={t("guidelinesDrawer.find")}
          value={phrase}
          onChange={setPhrase}
          onEnter={(event) => found.go(event.shiftKey ? -1 : 1)}
          end={<FoundCount phrase={phrase} found={found} />}
          className="w-60 max-md:hidden"
        />
        <span className="flex-1 max-md:hidden" />
        <IconButton icon={Pin} label={t("guidelinesDrawer.pin")} on={pinned} onClick={() => onPin(!pinned)} />
        <IconButton icon={X} label={t("guidelinesDrawer.close")} keys={keys} onClick={onClose} />
      </header>
      <div
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        tabIndex={0}
        className="grid grid-cols-[104px_minmax(0,1fr)] content-start gap-x-6 px-6 pt-1 pb-6 -outline-offset-2! max-md:block max-md:px-4 wide:overflow-y-auto"
      >
        <Contents headings={headings} here={here} />
        <div ref={text} className="max-w-[600px] text-[16px]/[26px]">
          {empty ? <NoGuidelines datasetId={datasetId} /> : <Markdown text={guidelines} />}
        </div>
      </div>
    </section>
  );
}

function Contents({ headings, here }: { headings: readonly Heading[]; here: Heading | undefined }) {
  if (headings.length < 2) return <span className="max-md:hidden" />;
  return (
    <nav
      aria-label={t("guidelinesDrawer.contents")}
      className="sticky top-0 grid content-start gap-1 self-start text-small text-soft max-md:hidden"
    >
      {headings.map((heading, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: two headings may have the same text, and their order is fixed
          key={index}
          type="button"
          aria-current={heading === here || undefined}
          onClick={() => heading.element.scrollIntoView({ block: "start" })}
          className={cx("text-left wrap-anywhere hover:text-ink", heading === here && "text-ink")}
        >
          {heading.text}
        </button>
      ))}
    </nav>
  );
}

function FoundCount({ phrase, found }: { phrase: string; found: Found }) {
  const words =
    found.count === 0
      ? t("guidelinesDrawer.foundNone")
      : t("guidelinesDrawer.found", { at: found.at, count: found.count });
  return (
    <span role="status" className="text-small whitespace-nowrap tabular-nums empty:absolute">
      {phrase.trim() !== "" && words}
    </span>
  );
}

function useMarkdownReady(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let here = true;
    // Without its renderer the markdown stays readable as its source, and has no headings to list.
    loadMarkdown().then(
      () => here && setReady(true),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, []);
  return ready;
}
