import type { Field } from "@postil/domain/datasets/field";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { recordPreview } from "@postil/domain/records/record-preview";
import { textDirection } from "@postil/domain/text/text-direction";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import { textLinkClass } from "../../ui/text-link.ts";

type ReferencePreviewProps = {
  /** stands first in the sentence */
  before: ReactNode;
  /** undefined while it loads, null when it is not there */
  reference: FeedbackRecord | null | undefined;
  failed: boolean;
  onRetry: () => void;
  fields: readonly Field[];
};

/** "Most similar to “I keep reading that swifts sle…” by" */
export function ReferencePreview({ before, ...about }: ReferencePreviewProps) {
  const { t } = useTranslation();
  return (
    <>
      {before}
      <span className="flex min-w-32 shrink-[4] gap-1 max-md:-order-1 max-md:basis-full max-md:pt-2 max-md:pl-2">
        <span className="flex-none">{t("similarity.bar.to")}</span>
        <span className="min-w-0 truncate">
          <Preview {...about} />
        </span>
      </span>
      <span className="ml-1 flex-none">{t("similarity.bar.by")}</span>
    </>
  );
}

function Preview({ reference, failed, onRetry, fields }: Omit<ReferencePreviewProps, "before">) {
  const { t } = useTranslation();
  if (failed) {
    return (
      <>
        {t("similarity.bar.failed")}{" "}
        <button type="button" onClick={onRetry} className={textLinkClass}>
          {t("common.retry")}
        </button>
      </>
    );
  }
  if (reference === undefined) {
    return (
      <Skeleton label={t("similarity.bar.loading")}>
        <SkeletonBar width={200} />
      </Skeleton>
    );
  }
  if (reference === null) return t("similarity.bar.gone");
  const texts = recordPreview(fields, reference);
  if (texts.length === 0) return t("similarity.bar.empty");
  return texts.map((text, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the texts have places and nothing else
    <Fragment key={at}>
      {at > 0 && " · "}
      <q className="text-ink">
        <bdi dir={textDirection(text)}>{text}</bdi>
      </q>
    </Fragment>
  ));
}
