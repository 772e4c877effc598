import type { WireUpload } from "@postil/contract/datasets/uploads";
import { asObject } from "@postil/domain/json-object";
import { t } from "i18next";
import { Check, CircleAlert } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { elsewhereText } from "../../../lib/api/elsewhere.ts";
import { errorMessage, failureOf } from "../../../lib/api/failure.ts";
import { sizeText } from "../../../lib/i18n/size-text.ts";
import { cx } from "../../../ui/cx.ts";
import { Icon, type IconType, Star } from "../../../ui/icon.tsx";
import { Main, PageFrame } from "../../../ui/layouts/frame.tsx";
import { Named } from "../../../ui/named.tsx";

const TITLE_ID = "import-title";

/** What had the focus may have gone with the step that it was in; then the title takes it. */
export function focusTitle(): void {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) document.getElementById(TITLE_ID)?.focus();
}

/** `stage`: what the page shows now. Null: it waits, and what comes first takes no focus. */
export function useTitleFocus(stage: string | null): void {
  const before = useRef(stage);
  useEffect(() => {
    if (before.current !== null && before.current !== stage) focusTitle();
    before.current = stage;
  }, [stage]);
}

type ImportFrameProps = {
  header: ReactNode;
  title: string;
  /** the title is one that a person chose */
  isName?: boolean;
  /** at the right of the title */
  end?: ReactNode;
  steps: ReactNode;
  /** at the right, such as a record as annotators will see it; null: there is nothing, and the steps have the page */
  beside: ReactNode;
  besideName: string;
  /** what is made, and the buttons that make it */
  foot: ReactNode;
};

/** Steps at the left, what comes of them at the right, and below both what acts next. One column without the room. */
export function ImportFrame({ header, title, isName = false, end, steps, beside, besideName, foot }: ImportFrameProps) {
  return (
    <PageFrame header={header}>
      <Main className="@container flex flex-col">
        <div className="flex min-h-14 flex-none items-center gap-3 px-6 max-md:px-4">
          <h1
            id={TITLE_ID}
            tabIndex={-1}
            dir="auto"
            translate={isName ? "no" : undefined}
            className="min-w-0 flex-1 truncate font-strong text-title outline-0"
          >
            <Named of={title} />
          </h1>
          {end}
        </div>
        <div
          className={cx(
            "grid border-line border-t @min-[960px]:min-h-0 @min-[960px]:flex-1",
            beside === null
              ? "grid-cols-[minmax(0,60rem)]"
              : "@min-[960px]:grid-cols-[minmax(0,1fr)_minmax(400px,544px)]",
          )}
        >
          <div data-column className="relative min-w-0 px-6 pb-8 @min-[960px]:overflow-auto max-md:px-4">
            {steps}
          </div>
          {beside !== null && (
            <section
              aria-label={besideName}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
              tabIndex={0}
              className="relative min-w-0 border-line px-6 pt-4 pb-6 -outline-offset-4! @max-[959px]:border-t @min-[960px]:overflow-auto @min-[960px]:border-l @min-[960px]:pl-8 max-md:px-4"
            >
              {beside}
            </section>
          )}
        </div>
      </Main>
      <footer className="flex min-h-16 flex-none flex-wrap items-center gap-3 border-line border-t bg-paper px-6 py-2 tabular-nums max-md:px-4">
        {foot}
      </footer>
    </PageFrame>
  );
}

type StepProps = { number: number; title: string; said?: ReactNode; end?: ReactNode; children?: ReactNode };

/** One of the steps, with a few words beside its title. */
export function Step({ number, title, said, end, children }: StepProps) {
  return (
    <section aria-label={t("importing.step", { number, title })} className="not-first:mt-2">
      <div className="flex min-h-12 items-baseline gap-x-2 pt-3.5 pb-1 max-md:flex-wrap">
        <h2 className="flex gap-2 font-strong text-lead whitespace-nowrap">
          <span className="w-4 font-body text-soft">{number}</span>
          {title}
        </h2>
        <span className="ml-2 min-w-0 flex-1 text-soft wrap-anywhere">{said}</span>
        {end !== undefined && <span className="ml-auto flex-none">{end}</span>}
      </div>
      {children}
    </section>
  );
}

/** A step whose turn has not come, or is over: one line. */
export function FoldedStep({ number, title, said, icon }: StepProps & { icon?: IconType }) {
  return (
    <div className="flex min-h-10 items-center gap-2 border-line border-b py-1.5">
      <span className="w-4 flex-none text-soft tabular-nums">{number}</span>
      <h2 className={cx("w-20 flex-none", icon === undefined ? "text-soft" : "font-strong")}>{title}</h2>
      <span className="min-w-0 text-soft wrap-anywhere">{said}</span>
      {icon && (
        <span className="ml-auto text-submitted">
          <Icon of={icon} />
        </span>
      )}
    </div>
  );
}

/** The first step, once the file is on the server. */
export function FoldedFile({ upload: { file, bytes } }: { upload: WireUpload }) {
  const said = (
    <>
      <bdi translate="no">{file}</bdi>, {sizeText(bytes)}
    </>
  );
  return <FoldedStep number={1} title={t("importing.file.title")} icon={Check} said={said} />;
}

/** Words of a machine: why it takes something for what it is. */
export function MachineNote({ children }: { children: string }) {
  return (
    <span className="flex gap-[3px] text-note text-suggestion">
      <span className="mt-1 flex-none">
        <Star />
      </span>
      <span dir="auto" className="min-w-0 text-balance wrap-anywhere">
        {children}
      </span>
    </span>
  );
}

/** Something that the person has to settle before the dataset can be created. */
export function Doubt({ text }: { text: string }) {
  return (
    <p className="my-2 flex gap-2 rounded-control bg-edited-fill px-3 py-2 text-edited fill-ring">
      <span className="mt-0.5">
        <Icon of={CircleAlert} />
      </span>
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {text}
      </span>
    </p>
  );
}

export { Pick } from "../../../ui/pick.tsx";

/** True if the file is gone. One that another server has may be found by the next try. */
export const isGone = (error: unknown): boolean =>
  failureOf(error)?.status === 404 && elsewhereText(error, "file") === null;

/** The sentence for a call that failed, in the server's words if they are meant for people. Throws what is no failed call. */
export function failureText(error: unknown): string {
  const failure = failureOf(error);
  if (failure === null) throw error;
  const { status, body } = failure;
  if (status === null) return t("importing.failed.unreached");
  const elsewhere = elsewhereText(error, "file");
  if (elsewhere !== null) return elsewhere;
  const detail = asObject(body)?.detail;
  if (typeof detail === "string") return detail.replaceAll(/`([^`]*)`/g, "“$1”");
  // A proxy in front of the server refuses without words for people.
  if (status === 413) return t("importing.failed.tooLarge");
  if (status === 507) return t("importing.failed.full");
  if (status === 404) return t("importing.failed.gone");
  if (status === 403) return t("importing.failed.forbidden");
  return errorMessage(failure).lines.join(" ");
}
