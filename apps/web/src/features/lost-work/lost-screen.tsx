import type { TypedForDataset } from "@postil/domain/outbox/work-file";
import { t } from "i18next";
import { cloneElement, type ReactElement, type ReactNode, useEffect, useState } from "react";
import { forgetTyped, textsOfTyped, useTypedWork } from "../../lib/kept-work/typed-work.ts";
import { saveJson } from "../../lib/save-file.ts";
import { clearToasts, notify } from "../../lib/toasts/store.ts";
import { Button } from "../../ui/button.tsx";
import { copyToClipboard } from "../../ui/copy-to-clipboard.ts";
import { textLinkClass } from "../../ui/cx.ts";
import { OneColumn, usePageTitle } from "../../ui/layouts/frame.tsx";
import { TypedForms } from "../../ui/settings/typed-forms.tsx";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import { preview, statusWord } from "../../unsent/families.ts";
import { exportWork, useFreshDeviceWork, type WorkItem } from "../../unsent/work-items.ts";
import "../../lib/i18n/en/lost-work.ts";
import { accessNow, type Loss } from "../../lib/api/lost-datasets.ts";
import { noteRemoved } from "../../lib/kept-work/people-here.ts";
import type { OutboxService } from "../../lib/outbox/outbox-service.ts";
import { useOutboxService } from "../../lib/outbox/use-outbox.ts";
import type { SessionUser } from "../../lib/session/store.ts";
import { keptItems } from "../../unsent/device-work.ts";

type ExitLink = ReactElement<{ className?: string; children?: ReactNode }>;

type LostScreenProps = UnsentWorkProps & {
  header: ReactNode;
  title: string;
  text: string;
  /** the router's link; gets its class and content here */
  link: ExitLink;
  linkText: string;
  /** another way to go on */
  children?: ReactNode;
};

/**
 * What happened, what was not sent, and a link to continue: replaces the page that the user worked on. Unsent are answers, and
 * text typed into settings, as a rule or for many records. If there is none, the page says so.
 */
function LostScreen({ header, title, text, link, linkText, children, ...work }: LostScreenProps) {
  const { items, typed, user } = work;
  const forget = () => {
    for (const one of typed) forgetTyped(user.id, one);
  };
  return (
    <OneColumn header={header}>
      <div className="mx-auto w-full max-w-[612px] py-12 max-md:py-6">
        <h1 className="text-title [overflow-wrap:anywhere]">{title}</h1>
        <p role="alert" className="mt-2 text-lead text-soft">
          {text}
        </p>
        {children}
        {(typed.length === 0 || items?.length !== 0) && <UnsentWork {...work} />}
        <TypedForms texts={typed.flatMap(textsOfTyped)} onDelete={forget} />
        <p className="mt-8">{cloneElement(link, { className: textLinkClass }, linkText)}</p>
      </div>
    </OneColumn>
  );
}

type UnsentWorkProps = {
  /** null while they are read */
  items: readonly WorkItem[] | null;
  /** further content of the file */
  typed: readonly TypedForDataset[];
  user: { readonly id: string; readonly username: string };
  /** where else the work is */
  note: string;
};

/** The unsent answers: to read, to copy, to save as a file. */
function UnsentWork({ items, typed, user, note }: UnsentWorkProps) {
  if (items === null)
    return (
      <Skeleton label={t("common.loading")}>
        <SkeletonBar width={240} height={20} />
      </Skeleton>
    );
  if (items.length === 0) return <p className="mt-2">{t("lost.nothing")}</p>;
  const file = exportWork(items, user, Date.now(), typed);
  const copy = async () => {
    const copied = await copyToClipboard(JSON.stringify(file, null, 2));
    notify(copied ? { message: t("lost.copied") } : { message: t("lost.notCopied"), type: "error" });
  };
  return (
    <section aria-labelledby="unsent-work" className="mt-6">
      <h2 id="unsent-work" className="font-strong">
        {t("lost.unsent", { count: items.length })}
      </h2>
      <ul className="mt-2 max-h-80 overflow-auto border-line border-b">
        {items.map((item) => (
          <li key={item.recordId} className="border-line border-t py-2">
            <p className="flex items-baseline gap-3">
              <span translate="no" dir="auto" className="min-w-0 flex-1 truncate">
                {preview(item) || t("lost.noAnswer")}
              </span>
              <span className="whitespace-nowrap text-small text-soft">
                {item.entry === null ? t("lost.typed") : statusWord(item.entry)}
              </span>
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-small text-soft">{note}</p>
      <div className="mt-3 flex gap-2">
        <Button onClick={() => saveJson(t("lost.file", { username: user.username }), file)}>
          {t("lost.download")}
        </Button>
        <Button onClick={() => void copy()}>{t("lost.copy")}</Button>
      </div>
    </section>
  );
}

type LostDatasetProps = {
  header: ReactNode;
  /** `id`: the key under which its work is kept */
  dataset: { readonly id: string; readonly name: string };
  loss: Loss;
  user: { readonly id: string; readonly username: string };
  /** the router's link to the dataset list */
  listLink: ExitLink;
};

/**
 * Replaces a dataset that the user lost access to during work: what happened, what was not sent, and a link to continue
 * (design/states.md).
 */
export function LostDataset({ header, dataset, loss, user, listLink }: LostDatasetProps) {
  const outbox = useOutboxService();
  const isOfIt = ({ datasetId }: { readonly datasetId: string }) => datasetId === dataset.id;
  const items = useFreshDeviceWork()?.items.filter(isOfIt) ?? null;
  const typed = useTypedWork(user.id).filter(isOfIt);
  usePageTitle(dataset.name);
  useEffect(() => () => letGo(outbox, dataset.id), [outbox, dataset.id]);
  return (
    <LostScreen
      header={header}
      title={t(`lost.${loss}.title`, { name: dataset.name })}
      text={t(`lost.${loss}.text`)}
      items={items}
      typed={typed}
      user={user}
      note={t("lost.kept")}
      link={listLink}
      linkText={t("lost.list")}
    >
      {loss === "refused" && <TryAgain dataset={dataset} />}
    </LostScreen>
  );
}

/** Loads the page again once the dataset may be read again: what was not sent then goes out. Otherwise says that it may not. */
function TryAgain({ dataset: { id, name } }: Pick<LostDatasetProps, "dataset">) {
  const [busy, setBusy] = useState(false);
  const onTry = async () => {
    setBusy(true);
    const status = await accessNow(id);
    if (status === 200) return window.location.reload();
    setBusy(false);
    notify({
      message: status === null ? t("lost.refused.silent") : t("lost.refused.still", { name }),
      type: "warning",
    });
  };
  return (
    <Button className="mt-4" disabled={busy} onClick={() => void onTry()}>
      {t("lost.refused.again")}
    </Button>
  );
}

/**
 * Removes the dataset's outbox entries, so that they are not sent or asked about again; their content stays on this device as
 * typed answers (AUT-32).
 */
function letGo(outbox: OutboxService, datasetId: string): void {
  for (const entry of outbox.state().entries.values())
    if (entry.datasetId === datasetId) outbox.abandon(entry.recordId);
}

type RemovedAccountProps = {
  header: ReactNode;
  user: SessionUser;
  /** the router's link to the sign-in page */
  signInLink: ExitLink;
};

/**
 * Replaces the page of a user whose account was deleted during work: says so, and shows the unsent work (design/states.md).
 */
export function RemovedAccount({ header, user, signInLink }: RemovedAccountProps) {
  const [items, setItems] = useState<readonly WorkItem[] | null>(null);
  const typed = useTypedWork(user.id);
  usePageTitle(t("lost.account.page"));
  useEffect(() => {
    // As on any new page: earlier messages, such as a call that failed for this reason, are less clear than this page.
    clearToasts({ except: "kept" });
    // Works also after a reload, when nobody is signed in.
    noteRemoved(user);
    void keptItems(user.id).then(setItems);
  }, [user]);
  return (
    <LostScreen
      header={header}
      title={t("lost.account.title")}
      text={t("lost.account.text", { username: user.username })}
      items={items}
      typed={typed}
      user={user}
      note={t("lost.account.kept")}
      link={signInLink}
      linkText={t("lost.account.signIn")}
    />
  );
}
