import type { FastifyInstance } from "fastify";
import { openApi } from "./openapi.ts";

const PAGE_PATHS = ["/api/docs", "/api/v1/docs"];
const SPECIFICATION_PATHS = ["/api/openapi.json", "/api/v1/openapi.json"];

/** Allows only the page itself: no script, no loaded resource, and no frame around it. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The API's description of itself, for people and for tools (contract api-v1 section 1, API-38). */
export function registerDocs(app: FastifyInstance, basePath: string): void {
  // Created on the first request, so that the start is not delayed.
  let specification: ReturnType<typeof openApi> | undefined;
  let page: string | undefined;
  const specify = () => (specification ??= openApi(basePath));

  for (const path of SPECIFICATION_PATHS) app.get(path, async () => specify());
  for (const path of PAGE_PATHS) {
    app.get(path, async (_request, reply) => {
      page ??= docsPage(specify());
      return reply.type("text/html; charset=utf-8").header("content-security-policy", POLICY).send(page);
    });
  }
  for (const path of ["/docs", "/api"])
    app.get(path, async (_request, reply) => reply.redirect(`${basePath}api/docs`, 307));
}

type Specification = ReturnType<typeof openApi>;
type Operation = NonNullable<NonNullable<Specification["paths"][string]>[string]>;
type Entry = { readonly method: string; readonly path: string; readonly operation: Operation };

const STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#fcfaf6, #121419); --ink: light-dark(#1f2129, #eae8e3);
  --soft: light-dark(#575b64, #aeaaa4); --line: light-dark(#dddad5, #32353d); --accent: light-dark(#3a58c3, #90aefe);
  --sunken: light-dark(#f6f3ee, #0c0e14); }
body { margin: 0 auto; padding: 32px 24px 96px; max-width: 60rem; background: var(--paper); color: var(--ink);
  font: 14px/1.5 system-ui, sans-serif; }
h1 { font-size: 20px; } h2 { font-size: 16px; margin: 40px 0 8px; text-transform: capitalize; }
a { color: var(--accent); } code, pre { font: 13px/1.5 ui-monospace, monospace; }
details { border-top: 1px solid var(--line); } details[open] { padding-bottom: 16px; }
summary { padding: 8px 4px; cursor: pointer; display: flex; flex-wrap: wrap; gap: 4px 12px; }
summary b { min-width: 4.5em; } summary span { color: var(--soft); }
h3 { font-size: 13px; margin: 16px 0 4px; } p { margin: 4px 0; }
pre { margin: 0; padding: 12px; max-height: 24rem; overflow: auto; background: var(--sunken); border-radius: 6px; }
table { border-collapse: collapse; } td { padding: 2px 24px 2px 0; vertical-align: top; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

const INTRODUCTION = `<p>Send an API key in the header <code>X-Postil-Api-Key</code> (or <code>X-Argilla-Api-Key</code>), or
<code>Authorization: Bearer</code> with the token that <code>POST /api/v1/token</code> gives for a username and a password.
The page “Settings” shows you your key.</p>
<p>For tools: <a href="openapi.json">openapi.json</a>, the same as OpenAPI 3.1.</p>`;

/** The API description as a page that needs no other file and no script. */
function docsPage(specification: Specification): string {
  const groups = new Map<string, Entry[]>();
  for (const [path, methods] of Object.entries(specification.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? "";
      groups.set(tag, [...(groups.get(tag) ?? []), { method: method.toUpperCase(), path, operation }]);
    }
  }
  const sections = [...groups].map(([tag, entries]) => `<h2>${text(tag)}</h2>${entries.map(section).join("")}`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Postil API</title><style>${STYLE}</style></head>
<body><h1>Postil API ${text(specification.info.version)}</h1>${INTRODUCTION}<main>${sections.join("")}</main></body></html>
`;
}

function section({ method, path, operation }: Entry): string {
  const parts = [
    operation.security.length === 0 ? "<p>Open to anybody.</p>" : "",
    parameters(operation),
    operation.requestBody ? `<h3>Body</h3>${schemas(operation.requestBody)}` : "",
    ...Object.entries(operation.responses).map(([status, reply]) => `<h3>${status}</h3>${response(reply)}`),
  ];
  return `<details id="${text(operation.operationId)}"><summary><b>${method}</b><code>${text(path)}</code><span>${text(operation.summary)}</span></summary>${parts.join("")}</details>`;
}

function parameters({ parameters: all }: Operation): string {
  if (all.length === 0) return "";
  const rows = all.map(
    (one) =>
      `<tr><td><code>${text(one.name)}</code></td><td>in ${one.in}${one.required ? "" : ", optional"}</td><td><code>${text(JSON.stringify(one.schema))}</code></td></tr>`,
  );
  return `<h3>Parameters</h3><table>${rows.join("")}</table>`;
}

function response(reply: unknown): string {
  const described =
    typeof reply === "object" && reply !== null && "description" in reply ? String(reply.description) : "";
  return `<p>${text(described)}</p>${schemas(reply)}`;
}

/** The schemas of a body or a reply, for every content type. */
function schemas(holder: unknown): string {
  if (typeof holder !== "object" || holder === null || !("content" in holder)) return "";
  const content = holder.content as { readonly [type: string]: { readonly schema: unknown } }; // as openapi.ts builds it
  return Object.entries(content)
    .map(([type, { schema }]) => `<p>${text(type)}</p><pre>${text(JSON.stringify(schema, null, 2))}</pre>`)
    .join("");
}

const ENTITIES: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const text = (raw: string): string => raw.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
