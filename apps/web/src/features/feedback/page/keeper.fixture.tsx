import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { CommandsProvider } from "../../../lib/commands/commands-provider.tsx";
import { FamilyContext } from "../../../workbench/family/family.ts";
import { FEEDBACK_FAMILY } from "../wire/feedback-family.ts";

/** The reader's kept state, with a server in memory. The test can hold or fail its responses. */

const TIMES = { inserted_at: "2026-11-21T12:00:00", updated_at: "2026-11-21T12:00:00" };

type Asked = { readonly method: string; readonly path: string; readonly body: unknown };
type Kept = { name: string; query: string };

export function createKeeper() {
  const flags = new Map<string, string>();
  const views = new Map<string, Kept>();
  const asked: Asked[] = [];
  const state = { failing: false, nextView: 1 };
  let gate: Promise<void> = Promise.resolve();

  const flagOf = (id: string) => ({ record_id: id, preview: `Text of ${id}`, flagged_at: flags.get(id) });
  const viewOf = (id: string) => ({ id, dataset_id: "d1", ...views.get(id), ...TIMES });
  const listed = () => [...flags.keys()].reverse().map(flagOf);

  function answer({ method, path, body }: Asked): Response {
    const id = decodeURIComponent(path.split("/")[6] ?? "");
    switch (`${method} ${path.replace(/\/(d1|r\d+|v\d+)(?=(\/flags?|\/views)?$)/, "/:id")}`) {
      case "GET /api/postil/v1/me/datasets/:id/flags":
        return Response.json({ items: listed(), total: flags.size });
      case "PUT /api/postil/v1/me/records/:id/flag":
        if (!flags.has(id)) flags.set(id, `2026-11-21T12:00:${String(10 + flags.size)}`);
        return Response.json(flagOf(id));
      case "DELETE /api/postil/v1/me/records/:id/flag":
        flags.delete(id);
        return new Response(null, { status: 204 });
      case "GET /api/postil/v1/me/datasets/:id/views":
        return Response.json({ items: [...views.keys()].map(viewOf) });
      case "POST /api/postil/v1/me/datasets/:id/views":
        return named(`v${state.nextView++}`, body as Kept, 201);
      case "PATCH /api/postil/v1/me/views/:id":
        return named(id, { ...views.get(id), ...(body as Kept) }, 200);
      case "DELETE /api/postil/v1/me/views/:id": {
        const was = viewOf(id);
        views.delete(id);
        return Response.json(was);
      }
      default:
        return Response.json({ detail: `unknown: ${method} ${path}` }, { status: 404 });
    }
  }

  function named(id: string, view: Kept, status: number): Response {
    const taken = [...views].some(([other, { name }]) => other !== id && name === view.name);
    if (taken) return Response.json({ detail: `View with name \`${view.name}\` already exists` }, { status: 409 });
    views.set(id, view);
    return Response.json(viewOf(id), { status });
  }

  vi.stubGlobal("fetch", async (address: string, { method = "GET", body }: RequestInit = {}) => {
    const one = {
      method,
      path: new URL(address, "http://postil.test").pathname,
      body: typeof body === "string" ? JSON.parse(body) : null,
    };
    asked.push(one);
    await gate;
    return state.failing ? Response.json({ detail: "broken" }, { status: 500 }) : answer(one);
  });

  return {
    flags,
    views,
    state,
    asked: (method: string) => asked.filter((one) => one.method === method).map(({ path }) => path),
    /** Responses wait until the returned function is called. */
    hold(): () => void {
      let release = () => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
}

export const renderKept = (ui: ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <FamilyContext value={FEEDBACK_FAMILY}>
        <CommandsProvider>{ui}</CommandsProvider>
      </FamilyContext>
    </QueryClientProvider>,
  );
