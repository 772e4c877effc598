import type { Question } from "@postil/domain/datasets/question";
import { createContext } from "react";
import type { Drafts } from "../../../lib/drafts/use-drafts.ts";
import type { FormOnPage } from "../questions/form-on-page.ts";

/** What the rows of a list share in which spans are drawn. The same object as long as the page lives. */
export type Rows = {
  readonly questions: readonly Question[];
  readonly drafts: Pick<Drafts, "change">;
  readonly tell: FormOnPage["tell"];
  /** Something was drawn in the row of a record. */
  readonly onDrawn: (recordId: string) => void;
};

/** Null where records are only read. */
export const RowsContext = createContext<Rows | null>(null);
