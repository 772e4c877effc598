import { t } from "i18next";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Skeleton, SkeletonBar } from "../../../ui/skeleton.tsx";

const FIELDS = [
  { title: 56, lines: ["100%", "94%", "38%"] },
  { title: 80, lines: ["97%", "100%", "91%"] },
] as const;

const QUESTIONS = [
  { title: 232, round: true, options: [76, 116, 108, 120] },
  { title: 184, round: false, options: [92, 124, 88, 104, 116, 72, 132, 96] },
] as const;

/** Placeholder in the exact place of a record's text, or of several records in bulk view (design/shell.md#loading). */
export function RecordSkeleton({ many = false }: { many?: boolean }) {
  if (many) return <RowsSkeleton />;
  return (
    <Skeleton label={t("annotation.loading")}>
      <div className="flex h-12 items-center gap-2 pr-3 pl-6 text-soft opacity-60 max-md:h-11 max-md:px-4">
        <div className="-ml-2 flex w-32 flex-none max-md:hidden">
          <span className="grid size-control place-items-center">
            <Icon of={ArrowLeft} />
          </span>
          <span className="grid size-control place-items-center">
            <Icon of={ArrowRight} />
          </span>
        </div>
        <SkeletonBar width={248} />
      </div>
      <div className="pt-4 pb-12">
        {FIELDS.map(({ title, lines }) => (
          <div
            key={title}
            className="grid grid-cols-[104px_minmax(0,var(--record-measure))] gap-x-6 px-6 max-md:block max-md:px-4 [&+div]:mt-8"
          >
            <div className="pt-2">
              <SkeletonBar width={title} />
            </div>
            <div>
              {lines.map((width) => (
                <div key={width} className="flex h-7 items-center">
                  <SkeletonBar width={width} height={14} />
                </div>
              ))}
            </div>
          </div>
        ))}
      </div>
    </Skeleton>
  );
}

function RowsSkeleton() {
  return (
    <Skeleton label={t("annotation.loading")}>
      <div className="flex h-12 items-center gap-6 pl-6 shadow-[0_1px_0_var(--line)] max-md:pl-4">
        <SkeletonBar width={16} height={16} />
        <SkeletonBar width={248} />
      </div>
      {FIELDS.map((row) => (
        <div
          key={row.title}
          className="grid grid-cols-[40px_minmax(0,1fr)] py-4 pr-4 pl-6 max-md:py-2 max-md:pl-4 [&+div+div]:shadow-[inset_0_1px_0_var(--line)]"
        >
          <div className="flex h-7 items-center max-md:h-11">
            <SkeletonBar width={16} height={16} />
          </div>
          <div className="max-md:pt-11">
            {FIELDS.map(({ title, lines }) =>
              lines.map((width) => (
                <div key={title + width} className="flex h-7 items-center">
                  <SkeletonBar width={width} height={14} />
                </div>
              )),
            )}
          </div>
        </div>
      ))}
    </Skeleton>
  );
}

/** `many`: leaves room for the note above the form in bulk view. */
export function QuestionSkeleton({ many = false }: { many?: boolean }) {
  return (
    <div aria-hidden="true" className={cx("order-1 px-6 pb-6 max-md:px-4 wide:pl-8", many ? "pt-20" : "pt-3")}>
      {QUESTIONS.map(({ title, round, options }) => (
        <div key={title} className="[&+div]:mt-6">
          <div className="mb-2 flex h-6 items-center">
            <SkeletonBar width={title} />
          </div>
          <div className="flex flex-wrap gap-2">
            {options.map((width) => (
              <SkeletonBar key={width} width={width} height={32} round={round} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
