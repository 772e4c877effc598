import { addRecordsPath, type Dataset, FEEDBACK_TASK } from "@postil/domain/datasets/dataset";
import { DATASET_NAME, datasetNameFault, MOST_PICTURE_HOSTS } from "@postil/domain/datasets/names";
import { pythonRepr } from "@postil/domain/text/python-text";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { Bold, Code, FileUp, Heading, Italic, Link2, Link as LinkIcon, List, X } from "lucide-react";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import "../../lib/i18n/en/drafts.ts";
import "../../lib/i18n/en/imports-here.ts";
import "../../lib/i18n/en/lists.ts";
import { api } from "../../lib/api/api.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { ownMetricsQuery, workspaceQuery } from "../../lib/api/queries/dataset.ts";
import { fieldsQuery, pictureHostsQuery, questionsQuery } from "../../lib/api/queries/dataset-parts.ts";
import { datasetMetadataQuery } from "../../lib/api/queries/settings.ts";
import { serverAddress } from "../../lib/base-path.ts";
import { absoluteTime, toMilliseconds } from "../../lib/i18n/times.ts";
import { Button, buttonClass, IconButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { cx } from "../../ui/cx.ts";
import { TextInput } from "../../ui/form-controls.tsx";
import { Icon, type IconType } from "../../ui/icon.tsx";
import { TwoColumns } from "../../ui/layouts/columns.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { MARKDOWN_MARKS, type MarkdownMark, markMarkdown } from "../../ui/markdown/markdown-edit.ts";
import { announce } from "../../ui/screen-reader.tsx";
import { Fact, FactList, PythonLines } from "../../ui/settings/dataset-parts.tsx";
import { useNotAdded } from "../../ui/settings/unsaved.ts";
import { RelativeTime } from "../../ui/time.tsx";
import { CopyIntoDraft } from "./copy-settings.tsx";
import { draftOf, useDrafts, useItem } from "./drafts.tsx";
import { ItemForm } from "./item-form.tsx";
import { GUIDELINES, NAME } from "./parts.ts";

/** Facts about the dataset, its guidelines, and how to use it from Python (CON-09). */
export function InfoTab({ dataset, link }: { dataset: Dataset; link: string }) {
  const { text } = draftOf(useDrafts(), GUIDELINES, dataset).form;
  return (
    <TwoColumns
      left={
        <>
          <Facts dataset={dataset} link={link} />
          <NextStep dataset={dataset} />
          {dataset.status === "draft" && <CopyIntoDraft dataset={dataset} />}
          <NameEditor dataset={dataset} />
          <GuidelinesEditor dataset={dataset} />
          <PictureHostList dataset={dataset} />
          <FeedbackPythonLines dataset={dataset} />
        </>
      }
      rightName={t("datasetSettings.info.preview")}
      right={
        <>
          <h2 className="mb-4 font-body text-small text-soft">{t("datasetSettings.info.preview")}</h2>
          {text.trim() === "" ? (
            <p className="text-soft">{t("datasetSettings.info.nothing")}</p>
          ) : (
            <Markdown text={text} className="max-w-(--record-measure) text-[16px]/[26px]" />
          )}
        </>
      }
    />
  );
}

/** The way to more records, and to the first ones after publishing (DSB-10). A draft takes none. */
function NextStep({ dataset }: { dataset: Dataset }) {
  const { data: metrics } = useQuery(ownMetricsQuery(dataset.id));
  if (dataset.status === "draft") return null;
  const isEmpty = metrics?.records === 0;
  const link = (
    <Link
      to={addRecordsPath({ ...dataset, workspaceName: "", task: FEEDBACK_TASK })}
      className={cx(buttonClass(isEmpty ? "primary" : "secondary", "regular"), isEmpty ? "mb-4" : "mt-4 mb-2", "w-fit")}
    >
      <Icon of={FileUp} />
      {t("importsHere.add")}
    </Link>
  );
  if (!isEmpty) return link;
  return (
    <section aria-labelledby="next-step" className="mt-4">
      <h2 id="next-step" className="font-strong text-lead">
        {t("drafts.next.title")}
      </h2>
      <p className="mb-2 text-soft">{t("drafts.next.text")}</p>
      {link}
    </section>
  );
}

function NameEditor({ dataset }: { dataset: Dataset }) {
  const item = useItem(NAME, dataset);
  const fault = datasetNameFault(item.form.name, new Set());
  const name = t("datasetSettings.info.name");
  return (
    <ItemForm name={name} saving={item.saving} className="mt-6">
      <TextInput
        label={name}
        value={item.form.name}
        onChange={(next) => item.edit({ name: next })}
        error={fault === null ? undefined : t(`drafts.create.fault.${fault}`, { max: DATASET_NAME.max })}
        hint={t("drafts.rename")}
        autoComplete="off"
        spellCheck={false}
      />
    </ItemForm>
  );
}

function Facts({ dataset, link }: { dataset: Dataset; link: string }) {
  const { data: workspace } = useQuery(workspaceQuery(dataset.workspaceId));
  const { name, id } = dataset;
  const { data: metadata } = useQuery(datasetMetadataQuery(id));
  return (
    <FactList>
      <Fact name={t("datasetSettings.info.name")}>
        <b translate="no" className="font-strong">
          {name}
        </b>
        <CopyButton text={name} what={t("header.datasetName")} />
        <CopyButton text={link} what={t("datasetSettings.info.linkWhat")} icon={Link2} />
      </Fact>
      <Fact name={t("datasetSettings.info.task")}>{t("names.task.FeedbackTask")}</Fact>
      <Fact name={t("datasetSettings.info.workspace")}>
        <span translate="no">{workspace?.name}</span>
      </Fact>
      <Fact name={t("datasetSettings.info.id")}>
        <span translate="no" className="font-mono text-small [overflow-wrap:anywhere]">
          {id}
        </span>
        <CopyButton text={id} what={t("datasetSettings.info.id")} />
      </Fact>
      <Fact name={t("datasetSettings.info.status")}>{t(`names.dataset.${dataset.status}`)}</Fact>
      <Fact name={t("datasetSettings.info.created")}>{absoluteTime(toMilliseconds(dataset.insertedAt))}</Fact>
      <Fact name={t("datasetSettings.info.updated")}>
        <RelativeTime at={dataset.updatedAt} />
      </Fact>
      <Fact name={t("datasetSettings.info.lastActivity")}>
        <RelativeTime at={dataset.lastActivityAt} />
      </Fact>
      {metadata != null && (
        <Fact name={t("datasetSettings.info.metadata")}>
          <pre
            translate="no"
            className="max-h-48 min-w-0 flex-1 overflow-auto whitespace-pre-wrap font-mono text-small [overflow-wrap:anywhere]"
          >
            {JSON.stringify(metadata, null, 2)}
          </pre>
        </Fact>
      )}
    </FactList>
  );
}

/** The settings for annotators: name, workspace and guidelines, read-only (FSE-08). */
export function ReadOnlyInfo({ dataset }: { dataset: Dataset }) {
  const { data: workspace } = useQuery(workspaceQuery(dataset.workspaceId));
  return (
    <>
      <FactList>
        <Fact name={t("datasetSettings.info.name")}>
          <b translate="no" className="font-strong">
            {dataset.name}
          </b>
        </Fact>
        <Fact name={t("datasetSettings.info.workspace")}>
          <span translate="no">{workspace?.name}</span>
        </Fact>
      </FactList>
      <h2 className="mt-6 mb-2 font-strong text-lead">{t("datasetSettings.info.guidelines")}</h2>
      {dataset.guidelines === null ? (
        <p className="text-soft">{t("datasetSettings.info.noGuidelines")}</p>
      ) : (
        <Markdown text={dataset.guidelines} className="max-w-(--record-measure) text-[16px]/[26px]" />
      )}
    </>
  );
}

const ICONS: { readonly [Mark in MarkdownMark]: IconType } = {
  bold: Bold,
  italic: Italic,
  code: Code,
  heading: Heading,
  list: List,
  link: LinkIcon,
};

/** Edits the guidelines as markdown, with a preview beside them (FSE-03, FSE-16). */
function GuidelinesEditor({ dataset }: { dataset: Dataset }) {
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
function PictureHostList({ dataset }: { dataset: Dataset }) {
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

/** Lines that load this dataset, add records and read the answers, ready to copy (CON-09). */
function FeedbackPythonLines({ dataset }: { dataset: Dataset }) {
  const { data: workspace } = useQuery(workspaceQuery(dataset.workspaceId));
  const { data: fields } = useQuery(fieldsQuery(dataset.id));
  const { data: questions } = useQuery(questionsQuery(dataset.id));
  if (workspace === undefined || fields === undefined || questions === undefined) return null;
  const place = { server: serverAddress(), workspace: workspace.name, dataset: dataset.name };
  const code = pythonLines({ ...place, fields, questions });
  const steps = (["load", "add", "read"] as const).map((step) => ({
    title: t(`datasetSettings.info.${step}`),
    code: code[step],
  }));
  return (
    <div className="mt-8">
      <PythonLines help={t("datasetSettings.info.pythonHelp")} steps={steps} />
    </div>
  );
}

/** The dataset of the code lines; `fields` and `questions` by name, in the dataset's order. */
type PythonTarget = {
  /** The address of the server, without a slash at the end. */
  readonly server: string;
  readonly workspace: string;
  readonly dataset: string;
  readonly fields: readonly { readonly name: string }[];
  readonly questions: readonly { readonly name: string }[];
};

/**
 * Lines for the Argilla 1.x client: load the dataset, add a record, read the answers (CON-09). Users fill in their own key.
 */
export function pythonLines({ server, workspace, dataset, fields, questions }: PythonTarget) {
  const texts = fields.map(({ name }) => `        ${pythonRepr(name)}: "...",`).join("\n");
  const answers = questions.map(({ name }) => pythonRepr(name)).join(", ");
  return {
    load: `import argilla as rg

rg.init(api_url=${pythonRepr(server)}, api_key="YOUR_API_KEY")
dataset = rg.FeedbackDataset.from_argilla(
    name=${pythonRepr(dataset)}, workspace=${pythonRepr(workspace)}
)`,
    add: `dataset.add_records([
    rg.FeedbackRecord(fields={
${texts}
    }),
])`,
    read: `for record in dataset.records:
    for response in record.responses:
        if response.status.value == "submitted":
            for name in [${answers}]:
                answer = response.values.get(name)
                if answer is not None:
                    print(record.fields, name, answer.value)`,
  };
}
