import { ruleMetrics } from "@postil/domain/tasks/labeling-rule";

/** A simulated server with one text classification dataset, for rules. Queries are words with final stars, joined by OR. */

type Label = { readonly class: string; readonly score: number };
export type FakeRecord = {
  readonly id: string;
  readonly text: string;
  annotated?: readonly string[];
  status?: string;
  predictions?: Readonly<Record<string, readonly Label[]>>;
  main?: string;
  /** The number of writes to the record. */
  changes?: number;
};
export type FakeRule = { readonly query: string; labels: readonly string[]; description?: string; created_at?: string };

export type Call = {
  readonly method: string;
  readonly path: string;
  readonly search: URLSearchParams;
  readonly body: Record<string, unknown>;
};

const words = (query: string): RegExp[] =>
  query.split(" OR ").map((word) => new RegExp(`\\b${word.replace("*", "\\w*")}\\b`, "gi"));
const found = (text: string, query: string): string[] => words(query).flatMap((word) => text.match(word) ?? []);

export class RulesServer {
  readonly calls: Call[] = [];
  /** The promise that a response waits for, by a part of the address. */
  readonly held = new Map<string, Promise<void>>();
  /** The error status that replaces a response, by a part of the address. */
  readonly failing = new Map<string, number>();
  /** Simulates changes by other users before a log arrives. */
  beforeLog: () => void = () => {};
  readonly records: FakeRecord[];
  rules: FakeRule[];
  readonly multiLabel: boolean;

  constructor(records: FakeRecord[], rules: FakeRule[], multiLabel = false) {
    this.records = records;
    this.rules = rules;
    this.multiLabel = multiLabel;
  }

  readonly fetch = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(address), "http://localhost");
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : {};
    const call = {
      method: init.method ?? "GET",
      path: decodeURIComponent(url.pathname),
      search: url.searchParams,
      body: body as Call["body"], // what the page sends
    };
    this.calls.push(call);
    for (const [part, until] of this.held) if (call.path.includes(part)) await until;
    init.signal?.throwIfAborted();
    for (const [part, status] of this.failing)
      if (`${call.method} ${call.path}`.includes(part)) return Response.json({ detail: "no luck" }, { status });
    return this.answer(call);
  };

  called = (method: string, part: string): Call[] =>
    this.calls.filter((call) => call.method === method && call.path.includes(part));

  private answer(call: Call): Response {
    const [, , rest = ""] = /^\/api\/datasets\/([^/]+)\/(.*)$/.exec(call.path) ?? [];
    const [, tail = null] = /^TextClassification\/labeling\/rules(.*)$/.exec(rest) ?? [];
    if (tail !== null) return this.answerRules(call, tail.slice(1));
    if (rest === "TextClassification:search") return this.search(call);
    if (rest === "records/:search") return this.scan(call);
    if (rest === "TextClassification:bulk") return this.log(call);
    return Response.json({ detail: "unknown" }, { status: 404 });
  }

  private answerRules({ method, search, body }: Call, tail: string): Response {
    const query = method === "GET" ? tail.replace(/\/metrics$/, "") : tail;
    const rule = this.rules.find((one) => one.query === query);
    if (method === "GET" && tail === "") return Response.json(this.rules.map(toWire));
    if (method === "GET" && tail === "metrics") return Response.json(this.allMetrics());
    if (method === "GET" && tail.endsWith("/metrics"))
      return Response.json(this.metrics(query, search.getAll("label")));
    if (method === "GET")
      return rule ? Response.json(toWire(rule)) : Response.json({ detail: "none" }, { status: 404 });
    if (method === "DELETE") {
      this.rules = this.rules.filter((one) => one.query !== query);
      return Response.json(null);
    }
    if (method === "PATCH" && rule) return Response.json(toWire(Object.assign(rule, body)));
    const made = body as FakeRule; // what the page sends
    if (this.rules.some((one) => one.query === made.query)) return Response.json({ detail: "there" }, { status: 409 });
    this.rules.push({ ...made, created_at: "2026-11-22T12:00:00.000000" });
    return Response.json(toWire(made));
  }

  private metrics(query: string, labels: readonly string[]) {
    const asked = labels.length > 0 ? labels : (this.rules.find((rule) => rule.query === query)?.labels ?? []);
    return metricsOf(this.records, (text) => found(text, query).length > 0, asked);
  }

  private allMetrics() {
    const any = (text: string) => this.rules.some(({ query }) => found(text, query).length > 0);
    return metricsOf(this.records, any, []);
  }

  private search({ body, search }: Call): Response {
    const query = (body.query ?? {}) as { ids?: string[]; uncovered_by_rules?: string[] }; // what the page sends
    const kept = this.records.filter(
      ({ id, text }) =>
        (query.ids === undefined || query.ids.includes(id)) &&
        !query.uncovered_by_rules?.some((rule) => found(text, rule).length > 0),
    );
    const limit = Number(search.get("limit"));
    return Response.json({ total: kept.length, records: kept.slice(0, limit).map((record) => this.toWire(record)) });
  }

  private scan({ body, search }: Call): Response {
    const { query_text = "" } = (body.query ?? {}) as { query_text?: string }; // what the page sends
    const after = typeof body.next_idx === "string" ? body.next_idx : "";
    const matching = this.records
      .filter(({ id, text }) => id > after && found(text, query_text).length > 0)
      .slice(0, Number(search.get("limit")));
    const records = matching.map(({ id, text, annotated }) => ({
      id,
      search_keywords: found(text, query_text),
      ...(annotated && {
        annotation: { agent: "mara", labels: annotated.map((label) => ({ class_label: label, score: 1 })) },
      }),
    }));
    return Response.json({ records, next_idx: matching.at(-1)?.id ?? after, next_page_cfg: "" });
  }

  private log({ body }: Call): Response {
    this.beforeLog();
    const logged = body.records as Logged[]; // what the page sends
    const changed: string[] = [];
    for (const { id, status, prediction, predictions, postil_clear, postil_seen: seen } of logged) {
      const record = this.records.find((one) => one.id === id);
      if (!record || seen.last_updated !== updated(record) || seen.status !== (record.status ?? "Default")) {
        changed.push(id);
        continue;
      }
      record.changes = (record.changes ?? 0) + 1;
      record.status = status;
      if (postil_clear?.includes("prediction")) Object.assign(record, { main: undefined, predictions: undefined });
      if (prediction === undefined) continue;
      record.main = prediction.agent;
      const others = Object.entries(predictions ?? {}).map(([agent, { labels }]) => [agent, labels]);
      record.predictions = {
        ...record.predictions,
        ...Object.fromEntries(others),
        [prediction.agent]: prediction.labels,
      };
    }
    const counts = { processed: logged.length - changed.length, failed: changed.length };
    return Response.json({ dataset: "inbox", ...counts, ...(changed.length > 0 && { postil_changed: changed }) });
  }

  private toWire(record: FakeRecord) {
    const { id, text, annotated, status = "Default", predictions = {}, main } = record;
    const parts = Object.entries(predictions).map(([agent, given]) => [agent, { agent: null, labels: given }]);
    const labels = annotated?.map((label) => ({ class: label, score: 1 }));
    return {
      ...{ id, status, inputs: { text }, multi_label: this.multiLabel, metrics: {} },
      last_updated: updated(record),
      ...(labels && { annotation: { agent: "mara", labels } }),
      ...(main !== undefined && { prediction: { agent: main, labels: predictions[main] ?? [] } }),
      ...(parts.length > 0 && { predictions: Object.fromEntries(parts) }),
    };
  }
}

const updated = ({ changes = 0 }: FakeRecord): string => `2026-11-21T12:00:0${changes}`;

type Logged = {
  readonly id: string;
  readonly status: string;
  readonly prediction?: { readonly agent: string; readonly labels: readonly Label[] };
  readonly predictions?: Readonly<Record<string, { readonly labels: readonly Label[] }>>;
  readonly postil_clear?: readonly string[];
  readonly postil_seen: { readonly last_updated: string; readonly status: string };
};

const toWire = ({ query, labels, description, created_at = "2026-11-20T12:00:00.000000" }: FakeRule) => ({
  ...{ query, labels, author: "mara", created_at },
  ...(description === undefined ? {} : { description }),
});

function metricsOf(records: readonly FakeRecord[], finds: (text: string) => boolean, labels: readonly string[]) {
  const hit = records.filter(({ text }) => finds(text));
  const metrics = ruleMetrics({
    records: records.length,
    annotated: records.filter(({ annotated }) => annotated).length,
    found: hit.length,
    foundLabeled: hit.filter(({ annotated }) => annotated && annotated.length > 0).length,
    foundWith: labels.map((label) => hit.filter(({ annotated }) => annotated?.includes(label)).length),
  });
  const { coverage, coverageAnnotated, totalRecords, annotatedRecords, ...judged } = metrics;
  const wire = {
    ...{ coverage, coverage_annotated: coverageAnnotated, total_records: totalRecords },
    ...{ annotated_records: annotatedRecords, ...judged },
  };
  return Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== null));
}
