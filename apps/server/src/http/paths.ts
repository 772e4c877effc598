import { partsOfPath } from "@postil/contract/path";
import { TASKS } from "@postil/domain/datasets/dataset";

/**
 * Tells if the path of a request belongs to the API, whatever the method: 405 for a known path, 404 otherwise. `paths` are
 * written as in the route table.
 */
export function createKnownPaths(paths: readonly string[]): (path: string) => boolean {
  const patterns = [...new Set(paths)].map((path) =>
    partsOfPath(path)
      .map((part) => {
        if ("text" in part) return part.text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
        return part.words === null ? "[^/]+" : `(?:${part.words})`;
      })
      .join(""),
  );
  const known = new RegExp(`^(?:${patterns.join("|")})$`);
  return (path) => known.test(path);
}

/** Turns the clients' spellings of task dataset paths into the spelling of the route table (API-34, contract api-v0 8). */

const ANY_TASK = `(${TASKS.join("|")})`;

/** The enum member name in the reference's language; clients on Python 3.11 and newer write it. */
const MEMBER =
  /^(\/api\/datasets\/(?:[^/]+\/)?)TaskType\.(text_classification|token_classification|text2text)(?=[/:]|$)/;
const TASK_OF_MEMBER: { readonly [member: string]: string } = {
  text_classification: "TextClassification",
  token_classification: "TokenClassification",
  text2text: "Text2Text",
};

const TASK_FIRST = new RegExp(`^/api/datasets/${ANY_TASK}/([^/]+)/(?=settings|metrics|labeling/)`);
const RULE = /^(\/api\/datasets\/[^/]+\/TextClassification\/labeling\/rules\/)(.+)$/;
/** Clients do not encode a percent sign in a query. */
const BARE_PERCENT = /%(?![\dA-Fa-f]{2})/g;
const RULE_METRICS = /^(.+)(\/metrics)$/;

/** Paths with the task first that the table does not have. They are known paths, so another method gets 405. */
export const TASK_FIRST_PATHS = ["/api/datasets/:task(TextClassification|TokenClassification)/:name/settings"];

/** The URL in the table's spelling. A PATCH of settings must have the name first. */
export function tablePath(method: string, url: string): string {
  if (!url.startsWith("/api/datasets/")) return url;
  const end = url.indexOf("?");
  const path = end < 0 ? url : url.slice(0, end);
  const named = path.replace(MEMBER, (_match, before, member) => before + TASK_OF_MEMBER[member]);
  const keeps = method === "PATCH" && named.endsWith("/settings");
  const ordered = keeps ? named : named.replace(TASK_FIRST, "/api/datasets/$2/$1/");
  return asOneSegment(method, ordered) + url.slice(path.length);
}

/** The query of a rule may contain slashes. A GET path that ends in `/metrics` reads the metrics of the rule. */
function asOneSegment(method: string, path: string): string {
  const [, before, rest] = RULE.exec(path) ?? [];
  if (before === undefined || rest === undefined) return path;
  const [, query = rest, tail = ""] = (method === "GET" && RULE_METRICS.exec(rest)) || [];
  return before + query.replaceAll(BARE_PERCENT, "%25").replaceAll("/", "%2F") + tail;
}
