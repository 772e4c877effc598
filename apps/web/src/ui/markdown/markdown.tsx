import "./markdown.css";
import { type ReactNode, useMemo, useSyncExternalStore } from "react";
import { createEmitter } from "../../lib/emitter.ts";
import { cx } from "../cx.ts";

type Renderer = (source: string, headingsFrom: number) => ReactNode;

let renderer: Renderer | null = null;
let loading: Promise<void> | null = null;
const loaded = createEmitter<void>();

/** Loads the renderer ahead of the first markdown, so that a record with markdown does not change under the reader's eyes. */
export function loadMarkdown(): Promise<void> {
  loading ??= import("./render-markdown.tsx").then(({ renderMarkdown }) => {
    renderer = renderMarkdown;
    loaded.emit();
  });
  return loading;
}

function subscribe(listener: () => void): () => void {
  // A renderer that cannot be fetched leaves the source readable; the next markdown on the page asks again.
  loadMarkdown().catch(() => {
    loading = null;
  });
  return loaded.on(listener);
}

/** The class of rendered markdown: what stands in it is not the source letter for letter. */
export const RENDERED = "postil-markdown";

type MarkdownProps = {
  text: string;
  /** the level of its highest headings: one below that of the title it stands under */
  headingsFrom?: number;
  className?: string;
};

/** Markdown by an allow list (FAN-25); until the renderer is loaded, its source with line breaks kept. */
export function Markdown({ text, headingsFrom = 3, className }: MarkdownProps) {
  const render = useSyncExternalStore(subscribe, () => renderer);
  const drawn = useMemo(() => render?.(text, headingsFrom), [render, text, headingsFrom]);
  if (drawn === undefined) {
    return (
      <div translate="no" dir="auto" className={cx("whitespace-pre-wrap", className)}>
        {text}
      </div>
    );
  }
  return (
    <div translate="no" className={cx(RENDERED, className)}>
      {drawn}
    </div>
  );
}
