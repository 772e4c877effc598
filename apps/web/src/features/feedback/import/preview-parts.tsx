import { textDirection } from "@postil/domain/text/text-direction";
import { t } from "i18next";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "../../../ui/button.tsx";

type PagedProps<Item> = {
  title: string;
  items: readonly Item[];
  placeOf: (place: number) => string;
  children: (item: Item) => ReactNode;
};

/** Rows of a file, one at a time. */
export function Paged<Item>({ title, items, placeOf, children }: PagedProps<Item>) {
  const [at, setAt] = useState(0);
  const place = Math.min(at, Math.max(0, items.length - 1));
  const item = items[place];
  return (
    <>
      <div className="mb-3 flex min-h-6 items-center gap-1 text-small text-soft">
        <h2 className="font-body">{title}</h2>
        <span role="status" className="ml-auto min-w-0 truncate tabular-nums">
          {item !== undefined && placeOf(place)}
        </span>
        <IconButton
          icon={ArrowLeft}
          size="tiny"
          label={t("importing.preview.before")}
          disabled={place === 0}
          onClick={() => setAt(place - 1)}
        />
        <IconButton
          icon={ArrowRight}
          size="tiny"
          label={t("importing.preview.after")}
          disabled={place >= items.length - 1}
          onClick={() => setAt(place + 1)}
        />
      </div>
      {item === undefined ? <p className="text-soft">{t("importing.preview.none")}</p> : children(item)}
    </>
  );
}

/** `title` is empty for the only text of a record. */
type Named = { readonly name: string; readonly title: string };
type RecordCardProps = {
  texts: readonly (Named & { readonly text: string; readonly drawn: ReactNode })[];
  metadata: readonly (Named & { readonly value: string })[];
};

/** What annotators read of a record: its texts below their names, and its metadata. */
export const RecordCard = ({ texts, metadata }: RecordCardProps) => (
  <article
    aria-label={t("importing.preview.record")}
    className="mb-6 flex flex-col gap-4 rounded-panel bg-surface px-6 pt-4 pb-5 shadow-[0_0_0_1px_var(--line)] max-md:px-4"
  >
    {texts.map(({ name, title, text, drawn }) => (
      <div key={name}>
        {title !== "" && (
          <h3 translate="no" className="mb-1 font-body text-small text-soft wrap-anywhere">
            {title}
          </h3>
        )}
        <div translate="no" dir={textDirection(text)} className="max-h-[60vh] overflow-y-auto text-record">
          {drawn}
        </div>
      </div>
    ))}
    {metadata.length > 0 && (
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-small">
        {metadata.map(({ name, title, value }) => (
          <div key={name} className="flex min-w-0 gap-1.5">
            <dt translate="no" className="text-soft">
              {title}
            </dt>
            <dd translate="no" dir="auto" className="min-w-0 truncate">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    )}
  </article>
);
