import type { Dataset } from "@postil/domain/datasets/dataset";
import { t } from "i18next";
import { Bold, Code, Heading, Italic, Link, List } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import type { IconType } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { MARKDOWN_MARKS, type MarkdownMark, markMarkdown } from "../../ui/markdown/markdown-edit.ts";
import { ItemForm } from "./item-form.tsx";
import { GUIDELINES } from "./parts.ts";
import { useItem } from "./use-item.ts";

const ICONS: { readonly [Mark in MarkdownMark]: IconType } = {
  bold: Bold,
  italic: Italic,
  code: Code,
  heading: Heading,
  list: List,
  link: Link,
};

/** Edits the guidelines as markdown, with a preview beside them (FSE-03, FSE-16). */
export function GuidelinesEditor({ dataset }: { dataset: Dataset }) {
  const item = useItem(GUIDELINES, dataset);
  const area = useRef<HTMLTextAreaElement>(null);
  const [selection, setSelection] = useState<{ readonly start: number; readonly end: number } | null>(null);
  useLayoutEffect(() => {
    if (selection === null) return;
    area.current?.focus();
    area.current?.setSelectionRange(selection.start, selection.end);
  }, [selection]);

  const mark = (by: MarkdownMark) => {
    if (area.current === null) return;
    const { selectionStart: start, selectionEnd: end } = area.current;
    const marked = markMarkdown({ text: item.form.text, start, end }, by);
    item.edit({ text: marked.text });
    setSelection(marked);
  };
  const title = t("datasetSettings.info.guidelines");
  return (
    <ItemForm name={title} item={item} keys="Mod+S" className="mt-6">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 className="font-strong text-lead">{title}</h2>
        <div role="toolbar" aria-label={t("datasetSettings.info.toolbar")} className="flex">
          {MARKDOWN_MARKS.map((by) => (
            <IconButton
              key={by}
              size="small"
              icon={ICONS[by]}
              label={t(`datasetSettings.mark.${by}`)}
              onClick={() => mark(by)}
            />
          ))}
        </div>
      </div>
      <textarea
        ref={area}
        aria-label={title}
        value={item.form.text}
        onChange={(event) => item.edit({ text: event.target.value })}
        className="field-sizing-content block min-h-60 w-full resize-y rounded-control border border-edge bg-surface p-3 font-mono text-small [font-variant-ligatures:none]"
      />
    </ItemForm>
  );
}
