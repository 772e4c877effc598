import type { ReactNode } from "react";
import { CONTENT_ID } from "./frame.tsx";

/** The default layout, without a header (LAY-05): sign-in, welcome, callback. */
export function Plain({ children }: { children: ReactNode }) {
  return (
    <main id={CONTENT_ID} tabIndex={-1} className="min-h-dvh bg-paper">
      {children}
    </main>
  );
}
