import { isPrivileged } from "@postil/domain/policies";
import { BookOpen } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { underBase } from "../../lib/base-path.ts";
import { LOCALE } from "../../lib/i18n/locale.ts";
import type { SessionUser } from "../../lib/session/store.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Icon } from "../../ui/icon.tsx";

const both = new Intl.ListFormat(LOCALE, { type: "conjunction" });

/** An account without a single dataset: how to get one, or whom to ask. */
export function NoDatasets({ user }: { user: SessionUser }) {
  return (
    <div className="mx-auto w-[640px] max-w-full pt-28 pb-12">
      {isPrivileged(user) ? <HowTo user={user} /> : <Ask user={user} />}
    </div>
  );
}

function Ask({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const count = user.workspaces.length;
  return (
    <>
      <h1 className="font-strong text-title">{t("datasets.none.annotatorTitle")}</h1>
      <p className="mt-2 max-w-[560px] text-lead text-soft">
        {count === 0
          ? t("datasets.none.annotatorAlone")
          : t("datasets.none.annotatorText", { count, names: both.format(user.workspaces) })}{" "}
        {t("datasets.none.annotatorAdvice")}
      </p>
    </>
  );
}

function HowTo({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const workspace = user.workspaces[0] ?? "field-guide";
  const address = window.location.origin + underBase("/api/v1/me/datasets");
  return (
    <>
      <h1 className="font-strong text-title">{t("datasets.none.title")}</h1>
      <p className="mt-2 max-w-[560px] text-lead text-soft">{t("datasets.none.text")}</p>
      <ol className="mt-8">
        <Step number={1} title={t("datasets.none.import")} copy={importCommand(workspace)}>
          {"postil import questions.jsonl \\\n  --workspace "}
          {workspace}
          {" --dataset "}
          <b>reader-questions</b>
        </Step>
        <Step
          number={2}
          title={t("datasets.none.api")}
          copy={`curl ${address} \\\n  -H "X-Postil-Api-Key: ${user.apiKey}"`}
        >
          {"curl "}
          <b>{address}</b>
          {' \\\n  -H "X-Postil-Api-Key: '}
          <span className="text-soft">{t("datasets.none.key")}</span>
          {'"'}
        </Step>
      </ol>
      <a
        href={underBase("/docs")}
        className="ml-10 inline-flex h-control items-center gap-2 rounded-control border border-line bg-surface px-3 hover:bg-hover"
      >
        <Icon of={BookOpen} />
        {t("datasets.none.docs")}
      </a>
    </>
  );
}

const importCommand = (workspace: string) =>
  `postil import questions.jsonl \\\n  --workspace ${workspace} --dataset reader-questions`;

type StepProps = { number: number; title: string; copy: string; children: ReactNode };

function Step({ number, title, copy, children }: StepProps) {
  const { t } = useTranslation();
  return (
    <li className="relative pb-6 pl-10">
      <span aria-hidden="true" className="absolute left-0 font-strong text-lead text-soft tabular-nums">
        {number}
      </span>
      <h2 className="mb-2 font-strong text-lead">{title}</h2>
      <div className="relative rounded-panel bg-sunken shadow-[inset_0_0_0_1px_var(--line)]">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
        <pre tabIndex={0} className="overflow-auto py-3 pr-12 pl-4 font-mono text-small">
          {children}
        </pre>
        <CopyButton text={copy} what={t("datasets.none.snippet")} className="absolute top-2 right-2" />
      </div>
    </li>
  );
}
