import type { Dataset } from "@postil/domain/datasets/dataset";
import { MOST_PICTURE_HOSTS } from "@postil/domain/datasets/names";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { Bold, Code, Heading, Italic, Link as LinkIcon, List, X } from "lucide-react";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { api } from "../../lib/api/api.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { pictureHostsQuery } from "../../lib/api/queries/dataset-parts.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { TextInput } from "../../ui/form-controls.tsx";
import type { IconType } from "../../ui/icon.tsx";
import { announce } from "../../ui/screen-reader.tsx";
import { useNotAdded } from "../../ui/settings/unsaved.ts";
import { useDrafts, useItem } from "./drafts.tsx";
import { ItemForm } from "./item-form.tsx";
import { GUIDELINES } from "./parts.ts";

const ICONS: { readonly [Mark in MarkdownMark]: IconType } = {
  bold: Bold,
  italic: Italic,
  code: Code,
  heading: Heading,
  list: List,
  link: LinkIcon,
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
    <ItemForm name={title} saving={item.saving} keys="Mod+S" className="mt-6">
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

/** The hosts whose pictures the markdown of this dataset loads automatically (FAN-25). Every change is saved at once. */
export function PictureHostList({ dataset }: { dataset: Dataset }) {
  const { data: hosts } = useQuery(pictureHostsQuery(dataset.id));
  const { saving, save } = useSaving(dataset.id);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState("");
  useNotAdded(typed, input);
  if (hosts === undefined) return null;
  const full = hosts.length >= MOST_PICTURE_HOSTS;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === "" || saving || full) return;
    const host = hostIn(typed);
    setWrong(host === null ? typed : "");
    if (host === null) return;
    void save([...hosts, host]).then((saved) => {
      if (!saved) return;
      setTyped("");
      announce(t("datasetSettings.pictures.allowed", { host }));
    });
  };
  const remove = (host: string) => {
    input.current?.focus();
    void save(hosts.filter((other) => other !== host)).then(
      (saved) => saved && announce(t("datasetSettings.pictures.removed", { host })),
    );
  };
  return (
    <section aria-label={t("datasetSettings.pictures.title")} className="mt-8">
      <h2 className="font-strong text-lead">{t("datasetSettings.pictures.title")}</h2>
      <p className="mb-3 max-w-[560px] text-small text-soft">{t("datasetSettings.pictures.help")}</p>
      {hosts.length > 0 && (
        <ul aria-label={t("datasetSettings.pictures.list")} className="mb-3 grid max-w-[560px]">
          {hosts.map((host) => (
            <li key={host} className="flex min-h-8 items-center gap-2">
              <span className="min-w-0 flex-1 font-mono text-small wrap-anywhere">{host}</span>
              <IconButton
                size="small"
                icon={X}
                translate="no"
                label={t("datasetSettings.pictures.remove", { host })}
                disabled={saving}
                onClick={() => remove(host)}
              />
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={onSubmit} className="flex max-w-[560px] items-end gap-2">
        <TextInput
          ref={input}
          label={t("datasetSettings.pictures.host")}
          placeholder="pictures.example.org"
          value={typed}
          onChange={setTyped}
          error={wrong === "" ? undefined : t("datasetSettings.pictures.wrong", { typed: wrong })}
          hint={full ? t("datasetSettings.pictures.full", { count: MOST_PICTURE_HOSTS }) : undefined}
          autoComplete="off"
          spellCheck={false}
          className="flex-1"
        />
        <Button type="submit" inactive={typed.trim() === "" || saving || full}>
          {t("datasetSettings.pictures.allow")}
        </Button>
      </form>
    </section>
  );
}

/** Saves the hosts. Resolves with true if they were saved; a failure is already shown. */
function useSaving(datasetId: string) {
  const client = useQueryClient();
  const { onRefused } = useDrafts();
  const [saving, setSaving] = useState(false);
  const save = async (items: readonly string[]): Promise<boolean> => {
    setSaving(true);
    try {
      const request = { params: { dataset_id: datasetId }, body: { items: [...new Set(items)] } };
      const reply = await api.call("setPictureHosts", request, { dataset: datasetId });
      client.setQueryData(pictureHostsQuery(datasetId).queryKey, reply.items);
      return true;
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      if (failure.status === 403) onRefused();
      return false;
    } finally {
      setSaving(false);
    }
  };
  return { saving, save };
}

/** The host in a typed or pasted name or address, in the form that picture addresses use; null if there is none. */
function hostIn(typed: string): string | null {
  const text = typed.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (/\s/.test(text) || !URL.canParse(address)) return null;
  const { host, username } = new URL(address);
  return host === "" || username !== "" || host.includes("*") ? null : host;
}

/** A markdown text and its selection, in UTF-16 units, as the toolbar changes them. */
export type Selected = { readonly text: string; readonly start: number; readonly end: number };

export const MARKDOWN_MARKS = ["bold", "italic", "code", "heading", "list", "link"] as const;
export type MarkdownMark = (typeof MARKDOWN_MARKS)[number];

const AROUND = { bold: "**", italic: "*", code: "`" } as const;
const BEFORE_LINES = { heading: "## ", list: "- " } as const;

/** Adds a mark around the selection or before its lines. Removes the mark if it is already there. */
export function markMarkdown(selected: Selected, mark: MarkdownMark): Selected {
  if (mark === "link") return link(selected);
  if (mark === "heading" || mark === "list") return prefix(selected, BEFORE_LINES[mark]);
  return surround(selected, AROUND[mark]);
}

function replace({ text }: Selected, from: number, to: number, by: string): string {
  return text.slice(0, from) + by + text.slice(to);
}

function surround(selected: Selected, sign: string): Selected {
  const { text, start, end } = selected;
  const inner = text.slice(start, end);
  const marked = text.slice(start - sign.length, start) === sign && text.slice(end, end + sign.length) === sign;
  // If there are two stars, one alone is not a mark: both belong to bold.
  const single = sign === "*" && text[start - 2] === "*" && text[start - 3] !== "*";
  if (marked && !single) {
    const from = start - sign.length;
    return { text: replace(selected, from, end + sign.length, inner), start: from, end: from + inner.length };
  }
  const from = start + sign.length;
  return { text: replace(selected, start, end, sign + inner + sign), start: from, end: from + inner.length };
}

function prefix(selected: Selected, sign: string): Selected {
  const { text, start, end } = selected;
  // With a negative start, lastIndexOf still searches the first character.
  const from = start === 0 ? 0 : text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const all = lines.every((line) => line.startsWith(sign));
  const changed = lines.map((line) => (all ? line.slice(sign.length) : sign + line)).join("\n");
  return { text: replace(selected, from, to, changed), start: from, end: from + changed.length };
}

const ADDRESS = "https://";

/** The address must still be typed, so it is selected. */
function link(selected: Selected): Selected {
  const { text, start, end } = selected;
  const inner = text.slice(start, end);
  const from = start + inner.length + 3;
  return {
    text: replace(selected, start, end, `[${inner}](${ADDRESS})`),
    start: from,
    end: from + ADDRESS.length,
  };
}
