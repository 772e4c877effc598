import { textDirection } from "@postil/domain/text/text-direction";
import { t } from "i18next";
import { Fragment, type ReactNode } from "react";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import { textLinkClass } from "../../ui/text-link.ts";

export type ReferenceTexts = {
  /** the beginnings of what it says; undefined while it loads, null when it is not there */
  readonly texts: readonly string[] | null | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
};

type ReferencePreviewProps = {
  /** stands first in the sentence */
  before: ReactNode;
  reference: ReferenceTexts;
};

/** "Most similar to “I keep reading that swifts sle…” by" */
export function ReferencePreview({ before, reference }: ReferencePreviewProps) {
  return (
    <>
      {before}
      <span className="flex min-w-32 shrink-[4] gap-1 max-md:-order-1 max-md:basis-full max-md:pt-2 max-md:pl-2">
        <span className="flex-none">{t("similaritySearch.bar.to")}</span>
        <span className="min-w-0 truncate">
          <Preview {...reference} />
        </span>
      </span>
      <span className="ml-1 flex-none">{t("similaritySearch.bar.by")}</span>
    </>
  );
}

function Preview({ texts, failed, retry }: ReferenceTexts) {
  if (failed) {
    return (
      <>
        {t("similaritySearch.bar.failed")}{" "}
        <button type="button" onClick={retry} className={textLinkClass}>
          {t("common.retry")}
        </button>
      </>
    );
  }
  if (texts === undefined) {
    return (
      <Skeleton label={t("similaritySearch.bar.loading")}>
        <SkeletonBar width={200} />
      </Skeleton>
    );
  }
  if (texts === null) return t("similaritySearch.bar.gone");
  if (texts.length === 0) return t("similaritySearch.bar.empty");
  return texts.map((text, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the texts have places and nothing else
    <Fragment key={at}>
      {at > 0 && " · "}
      <q className="text-ink">
        <bdi translate="no" dir={textDirection(text)}>
          {text}
        </bdi>
      </q>
    </Fragment>
  ));
}
