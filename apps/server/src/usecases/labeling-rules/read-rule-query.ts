import type { QueryTree } from "@postil/domain/search/query-tree";
import { EVERY_TASK_RECORD, readTaskQuery } from "@postil/domain/search/task-query";
import type { TaskSearch } from "../task-records/task-search.ts";

/** What the query of a rule asks for; it looks at records whatever their status (contract search-semantics 7). */
export const readRuleQuery = (query: string, search: TaskSearch): QueryTree =>
  readTaskQuery({ ...EVERY_TASK_RECORD, text: query }, search).tree;
