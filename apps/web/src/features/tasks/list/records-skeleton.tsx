import { RecordRowsSkeleton } from "./record-rows-skeleton.tsx";

/** The sheet where it will stand, with grey lines for its records, while the page is put together. */
export function RecordsSkeleton() {
  return (
    <div className="grid min-h-0 flex-1 grid-rows-[auto_minmax(0,1fr)_auto]">
      <div className="h-(--bar) max-md:h-0" />
      <div className="mx-6 flex min-h-0 flex-col overflow-hidden rounded-panel border border-line bg-surface max-md:mx-0">
        <div className="h-11.25 flex-none border-line border-b max-md:h-[53px]" />
        <RecordRowsSkeleton />
      </div>
      <div className="h-(--foot) max-md:h-11" />
    </div>
  );
}
