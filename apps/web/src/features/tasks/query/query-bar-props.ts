import type { ReactNode } from "react";
import type { QueryPage } from "./query-page.ts";

export type QueryBarProps = {
  page: QueryPage;
  /** queries of the dataset's rules */
  rules?: readonly string[];
  /** the query is that of a rule: the box is the heading, and the filters fold into one button */
  ofRule?: boolean;
  /** saved views and flagged records */
  views?: ReactNode;
  /** at the right: the modes, the panel */
  end?: ReactNode;
};
