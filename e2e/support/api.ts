import { OWNER } from "./server.ts";

/** An API client for test setup. It throws on every reply that is not a success. */
export type Api = {
  post<T = { id: string }>(path: string, body?: unknown): Promise<T>;
  put<T = { id: string }>(path: string, body?: unknown): Promise<T>;
  patch<T = { id: string }>(path: string, body?: unknown): Promise<T>;
  get<T>(path: string): Promise<T>;
  delete(path: string, body?: unknown): Promise<unknown>;
  as(apiKey: string): Api;
};

export const apiOf = (port: number, apiKey: string = OWNER.apiKey): Api => apiAt(`http://127.0.0.1:${port}`, apiKey);

export function apiAt(url: string, apiKey: string): Api {
  const ask = async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(url + path, {
      method,
      headers: { "x-argilla-api-key": apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text.slice(0, 500)}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  return {
    post: (path, body) => ask("POST", path, body),
    put: (path, body) => ask("PUT", path, body),
    patch: (path, body) => ask("PATCH", path, body),
    get: (path) => ask("GET", path),
    delete: (path, body) => ask("DELETE", path, body),
    as: (key) => apiAt(url, key),
  };
}
