import { type ReactNode, useEffect } from "react";
import { announce } from "../../ui/live-region.tsx";

/** Words that stand on the sheet where a record would, on the edge of its text. */
export function SheetMessage({ title, children }: { title: string; children: ReactNode }) {
  // It comes by itself when the last record is answered.
  useEffect(() => announce(title), [title]);
  return (
    <div className="px-6 pt-18 pb-12 pl-38 max-md:px-4 max-md:pt-8 wide:row-span-2">
      <h2 className="text-title">{title}</h2>
      {children}
    </div>
  );
}

export function SheetMessageText({ children }: { children: ReactNode }) {
  return <p className="mt-2 mb-6 max-w-[440px] text-lead text-soft">{children}</p>;
}
