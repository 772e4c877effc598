import { isPrivileged } from "@postil/domain/accounts/policies";
import { findMatches } from "@postil/domain/search/text-matches";
import { Link } from "@tanstack/react-router";
import "../../../lib/i18n/en/drawers.ts";
import { useUser } from "../../../lib/session/store.ts";
import { rangeOf, shownText } from "../../../lib/shown-text.ts";
import { IconButton } from "../../../ui/button.tsx";
import { cx, textLinkClass } from "../../../ui/cx.ts";
import { loadMarkdown, Markdown } from "../../../ui/markdown/markdown.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import "./find-highlight.css";
import { t } from "i18next";
import { Pin, X } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";

type GuidelinesDrawerProps = {
  /** markdown; null or blank when the dataset has none */
  guidelines: string | null;
  datasetId: string;
  pinned: boolean;
  onPin: (pinned: boolean) => void;
  onClose: () => void;
  keys: string | undefined;
};

/**
 * The guidelines for the annotator, below the record: contents at the side, text at reading width. A pinned drawer stays open,
 * also on the next visit. Otherwise Escape closes it.
 */
export default function GuidelinesDrawer(props: GuidelinesDrawerProps) {
  const { guidelines, datasetId, pinned, onPin, onClose, keys } = props;
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
      aria-label={t("words.guidelines")}
      onKeyDown={(event) => event.key === "Escape" && !event.defaultPrevented && !pinned && onClose()}
      className="order-2 mx-6 flex-none scroll-mb-20 max-md:mx-0 wide:mr-0 wide:grid wide:min-h-0 wide:grid-rows-[48px_minmax(0,1fr)]"
    >
      <header className="flex h-12 items-center gap-1 pl-6 max-md:px-4">
        <h2 className="w-32 flex-none max-md:w-auto max-md:flex-1">{t("words.guidelines")}</h2>
        <SearchInput
          label={t("guidelinesDrawer.find")}
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
    // Without the renderer the source of the markdown is shown, and there are no headings to list.
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

/** Replaces missing guidelines. Users who may write them get a link to the editor (design/annotation.md#foot). */
function NoGuidelines({ datasetId }: { datasetId: string }) {
  const user = useUser();
  return (
    <>
      <p>{t("guidelinesDrawer.none")}</p>
      {user !== null && isPrivileged(user) && (
        <Link to="/dataset/{-$id}/settings" params={{ id: datasetId }} className={textLinkClass}>
          {t("guidelinesDrawer.write")}
        </Link>
      )}
    </>
  );
}

type Heading = { readonly text: string; readonly element: HTMLElement };

/** The two top levels of headings in the rendered markdown. `version` changes with the content. */
function useContents(root: RefObject<Element | null>, version: unknown): readonly Heading[] {
  const [headings, setHeadings] = useState<readonly Heading[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the content of the element
  useEffect(() => {
    const all = [...(root.current?.querySelectorAll<HTMLElement>("h1, h2, h3, h4, h5, h6") ?? [])];
    const top = Math.min(...all.map(levelOf));
    const shown = all.filter((heading) => levelOf(heading) <= top + 1 && heading.textContent !== "");
    setHeadings(shown.map((element) => ({ element, text: element.textContent })));
  }, [root, version]);
  return headings;
}

function levelOf(heading: Element): number {
  return Number(heading.tagName.slice(1));
}

/** The heading of the current section: the last one that has reached the top of the scroll area. */
function useHeadingHere(scroller: RefObject<Element | null>, headings: readonly Heading[]): Heading | undefined {
  const [here, setHere] = useState<Heading>();
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = () => {
      const edge = element.getBoundingClientRect().top + 48;
      setHere(headings.findLast((heading) => heading.element.getBoundingClientRect().top <= edge) ?? headings[0]);
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, [scroller, headings]);
  return here;
}

const ALL = "postil-found";
const HERE = "postil-found-here";

type Found = {
  readonly count: number;
  /** number of the current match, from 1; 0 when there is none */
  readonly at: number;
  readonly go: (step: 1 | -1) => void;
};

/**
 * Finds a phrase in an element's text and marks it without changing its nodes (CSS custom highlights; a browser without them
 * still counts and scrolls). `version` changes with the content.
 */
function useFind(root: RefObject<Element | null>, phrase: string, version: unknown): Found {
  const [ranges, setRanges] = useState<readonly StaticRange[]>([]);
  const [index, setIndex] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the content of the element
  useEffect(() => {
    setRanges(root.current === null ? [] : findIn(root.current, phrase));
    setIndex(0);
  }, [root, phrase, version]);

  const here = ranges[index];
  useEffect(() => {
    mark(ALL, ranges);
    mark(HERE, here === undefined ? [] : [here]);
    here?.startContainer.parentElement?.scrollIntoView({ block: "nearest" });
    return () => {
      mark(ALL, []);
      mark(HERE, []);
    };
  }, [ranges, here]);

  const { length } = ranges;
  return {
    count: length,
    at: length === 0 ? 0 : index + 1,
    go: (step) => length > 0 && setIndex((index + step + length) % length),
  };
}

function mark(name: string, ranges: readonly StaticRange[]): void {
  if (typeof Highlight === "undefined") return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

/** The ranges of a phrase in an element, in reading order. A match may continue from one text node into the next. */
function findIn(root: Element, phrase: string): StaticRange[] {
  const shown = shownText(root);
  return findMatches(shown.text, phrase).flatMap((match) => rangeOf(shown, match) ?? []);
}
