import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { ArrowRight } from "lucide-react";
import { cloneElement, type FormEvent, type ReactElement, type ReactNode, useState } from "react";
import { failureOf } from "../../lib/api/failure.ts";
import { binQuery } from "../../lib/api/queries/administration.ts";
import { forgetTypedFor } from "../../lib/kept-work/typed-work.ts";
import { useUser } from "../../lib/session/store.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Button, buttonClass } from "../button.tsx";
import { CopyButton } from "../copy-button.tsx";
import { TextInput } from "../form-controls.tsx";
import { Icon } from "../icon.tsx";

/** a link to the annotation page, without content */
export type AnnotationLink = ReactElement<{ className?: string; children?: ReactNode }>;

/** What the settings page of either family is given. */
export type DatasetSettingsProps = {
  header: ReactNode;
  annotationLink: AnnotationLink;
  /** the address of the annotation page, to send to others */
  annotationAddress: string;
  /** from the hash of the address; an unknown value means the first tab */
  tab: string;
  onTab: (tab: string) => void;
  onDeleted: () => void;
  /** opens the list of deleted datasets */
  onShowDeleted?: () => void;
};

/** The title of the settings, and the link to the records; a draft has none. */
export function SettingsTop({ annotationLink }: { annotationLink: AnnotationLink | null }) {
  return (
    <div className="flex min-h-14 items-center justify-between gap-3">
      <h1 className="font-strong text-title">{t("datasetSettings.title")}</h1>
      {annotationLink &&
        cloneElement(annotationLink, {
          className: buttonClass("secondary", "regular"),
          children: (
            <>
              {t("datasetSettings.goToAnnotation")}
              <Icon of={ArrowRight} />
            </>
          ),
        })}
    </div>
  );
}

/** Facts about a dataset: names at the left, values beside them. */
export function FactList({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[120px_minmax(0,1fr)] gap-y-2 max-md:grid-cols-[96px_minmax(0,1fr)]">{children}</dl>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="leading-6 text-soft">{name}</dt>
      <dd className="flex min-h-6 min-w-0 items-center gap-2 [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}

type PythonLinesProps = { help: string; steps: readonly { readonly title: string; readonly code: string }[] };

/** Lines of Python that use a dataset, with a copy button per step (CON-09). */
export function PythonLines({ help, steps }: PythonLinesProps) {
  return (
    <section aria-label={t("datasetSettings.info.python")} className="mb-6">
      <h2 className="font-strong text-lead">{t("datasetSettings.info.python")}</h2>
      <p className="mb-3 text-small text-soft">{help}</p>
      {steps.map(({ title, code }) => (
        <figure key={title} className="mb-4">
          <figcaption className="flex items-center justify-between text-soft">
            {title}
            <CopyButton text={code} what={t("datasetSettings.info.linesOf", { what: title })} />
          </figcaption>
          <pre
            translate="no"
            className="rounded-control bg-sunken p-3 font-mono text-small whitespace-pre-wrap [overflow-wrap:anywhere] [font-variant-ligatures:none]"
          >
            {code}
          </pre>
        </figure>
      ))}
    </section>
  );
}

/** What happens to a deleted dataset, as the end of a sentence about it; null while this is not known. */
export function useDeletionEnd(): string | null {
  const { data: bin, isPending } = useQuery(binQuery());
  if (isPending) return null;
  const days = bin?.keepDays ?? 0;
  return days > 0 ? t("datasetSettings.danger.kept", { count: days }) : t("datasetSettings.danger.forGood");
}

type DeleteDatasetProps = {
  name: string;
  /** The key of the user's unsaved work for the dataset, which is removed after the deletion. */
  workKey: string;
  /** Rejects as the API client does. The toasts are shown here. */
  onDelete: () => Promise<unknown>;
  onDeleted: () => void;
  /** Called if the user has no permission, or no longer has it. */
  onRefused: () => void;
  onShowDeleted?: (() => void) | undefined;
  /** text about the data that is deleted with the dataset */
  children: ReactNode;
};

/** Deletes a dataset after its name has been typed, and shows the result (FSE-27, FSE-29, TSG-04, TOA-12, TOA-13). */
export function DeleteDataset(props: DeleteDatasetProps) {
  const { name, workKey, onDelete, onDeleted, onRefused, onShowDeleted, children } = props;
  const { data: bin } = useQuery(binQuery());
  const userId = useUser()?.id ?? "";
  const [typed, setTyped] = useState("");
  const [deleting, setDeleting] = useState(false);
  const armed = typed === name && !deleting;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!armed) return;
    setDeleting(true);
    onDelete().then(
      () => {
        forgetTypedFor(userId, workKey);
        const isKept = (bin?.keepDays ?? 0) > 0 && onShowDeleted !== undefined;
        notify({
          message: t("datasetSettings.danger.deleted", { name }),
          keep: true,
          ...(isKept && { actions: [{ label: t("words.recentlyDeleted"), run: onShowDeleted }] }),
        });
        onDeleted();
      },
      (error: unknown) => {
        setDeleting(false);
        const failure = failureOf(error);
        if (failure === null) throw error;
        if (failure.status === 403) return onRefused();
        notify({ message: t("datasetSettings.danger.notDeleted", { name }), type: "error" });
      },
    );
  };
  return (
    <form onSubmit={onSubmit} className="max-w-[560px]">
      <h2 className="mb-2 font-strong text-danger text-lead">{t("datasetSettings.danger.title")}</h2>
      {children}
      <TextInput
        label={t("datasetSettings.danger.confirm")}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        spellCheck={false}
        className="my-4"
      />
      <Button type="submit" variant="danger" disabled={!armed}>
        {t("datasetSettings.danger.delete")}
      </Button>
    </form>
  );
}
