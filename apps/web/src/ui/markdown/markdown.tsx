import "./markdown.css";
import { type ReactNode, useMemo, useSyncExternalStore } from "react";
import { createEmitter } from "../../lib/emitter.ts";
import { cx } from "../cx.ts";

type Renderer = (source: string, headingsFrom: number) => ReactNode;

let renderer: Renderer | null = null;
let loading: Promise<void> | null = null;
const loaded = createEmitter<void>();

/** Loads the renderer before the first markdown, so that a record does not change while the user reads it. */
export function loadMarkdown(): Promise<void> {
  loading ??= import("./render-markdown.tsx").then(({ renderMarkdown }) => {
    renderer = renderMarkdown;
    loaded.emit();
  });
  return loading;
}

function subscribe(listener: () => void): () => void {
  // If the renderer cannot be loaded, the source stays readable. The next markdown on the page loads it again.
  loadMarkdown().catch(() => {
    loading = null;
  });
  return loaded.on(listener);
}

/** The class of rendered markdown. Its text differs from the source. */
export const RENDERED = "postil-markdown";

type MarkdownProps = {
  text: string;
  /** the level of its highest headings: one below the title above it */
  headingsFrom?: number;
  className?: string;
};

/** Markdown, rendered with an allow list (FAN-25). Until the renderer is loaded, shows the source with its line breaks. */
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
