import { expect, test } from "vitest";
import { tablePath } from "./paths.ts";

test("API-34 paths of task datasets with the task first are those with the name first", () => {
  const same: readonly [string, string, string][] = [
    ["GET", "/api/datasets/TextClassification/a/settings", "/api/datasets/a/TextClassification/settings"],
    [
      "PUT",
      "/api/datasets/TokenClassification/a/settings?workspace=b",
      "/api/datasets/a/TokenClassification/settings?workspace=b",
    ],
    ["GET", "/api/datasets/Text2Text/a/metrics", "/api/datasets/a/Text2Text/metrics"],
    ["POST", "/api/datasets/Text2Text/a/metrics/score:summary", "/api/datasets/a/Text2Text/metrics/score:summary"],
    [
      "PATCH",
      "/api/datasets/TextClassification/a/labeling/rules/x",
      "/api/datasets/a/TextClassification/labeling/rules/x",
    ],
  ];
  for (const [method, url, table] of same) expect(tablePath(method, url), url).toBe(table);
  const kept = [
    ["PATCH", "/api/datasets/TextClassification/a/settings"],
    ["GET", "/api/datasets/TextClassification/a/other"],
    ["GET", "/api/datasets/Text/a/settings"],
    ["GET", "/api/v1/datasets/TextClassification/a/settings"],
  ] as const;
  for (const [method, url] of kept) expect(tablePath(method, url), url).toBe(url);
});

test("API-34 a task may be spelt as Python 3.11 writes the member of an enumeration", () => {
  const spelt: readonly [string, string][] = [
    ["/api/datasets/a/TaskType.text_classification:bulk?x=1", "/api/datasets/a/TextClassification:bulk?x=1"],
    ["/api/datasets/TaskType.token_classification/a/metrics", "/api/datasets/a/TokenClassification/metrics"],
    ["/api/datasets/a/TaskType.text2text/metrics/score:summary", "/api/datasets/a/Text2Text/metrics/score:summary"],
    ["/api/datasets/a/TaskType.text_classification/settings", "/api/datasets/a/TextClassification/settings"],
  ];
  for (const [url, table] of spelt) expect(tablePath("POST", url)).toBe(table);
  for (const url of ["/api/datasets/a/TaskType.other:bulk", "/api/datasets/a/records/TaskType.text2text"])
    expect(tablePath("POST", url)).toBe(url);
});

test("RUL-13 whatever follows the rules is one query, with its slashes; what is read at /metrics are metrics", () => {
  const rules = "/api/datasets/a/TextClassification/labeling/rules";
  const read: readonly [string, string, string][] = [
    ["GET", "", ""],
    ["GET", "/metrics", "/metrics"],
    ["GET", "/a/b", "/a%2Fb"],
    ["GET", "/a%2Fb?label=x/y", "/a%2Fb?label=x/y"],
    ["GET", "/a/b/metrics?label=x", "/a%2Fb/metrics?label=x"],
    ["GET", "/100%/metrics?label=x", "/100%25/metrics?label=x"],
    ["DELETE", "/5%25%zz%20%", "/5%25%25zz%20%25"],
    ["GET", "/text:/a.c/", "/text:%2Fa.c%2F"],
    ["DELETE", "/a/metrics", "/a%2Fmetrics"],
    ["PATCH", "/metrics", "/metrics"],
    ["GET", "/TaskType.text2text/x", "/TaskType.text2text%2Fx"],
  ];
  for (const [method, tail, table] of read) expect(tablePath(method, rules + tail), tail).toBe(rules + table);
});
