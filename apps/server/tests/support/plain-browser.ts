/** A simulated browser that handles addresses, redirects and cookies. */
export type PlainBrowser = {
  /** Sends one request and follows no redirect. */
  ask(url: string, form?: { readonly [name: string]: string }): Promise<Response>;
  /** The cookies that it would send to this address. */
  cookies(url: string): string;
  setCookie(url: string, name: string, value: string): void;
};

/** `headers` gives extra headers. It is called for each request. */
export function createPlainBrowser(headers: () => { readonly [name: string]: string } = () => ({})): PlainBrowser {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string) => {
    const { host } = new URL(url);
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    return jar;
  };
  const cookies = (url: string) => [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join("; ");
  return {
    cookies,
    setCookie: (url, name, value) => void jarOf(url).set(name, value),
    ask: async (url, form) => {
      const reply = await fetch(url, {
        redirect: "manual",
        headers: { ...headers(), cookie: cookies(url) },
        ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
      });
      for (const line of reply.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === "" || /max-age=0\b/i.test(line)) jarOf(url).delete(name);
        else jarOf(url).set(name, value);
      }
      return reply;
    },
  };
}

/** Follows a provider's address to its redirect back. Types the login, or refuses if the login is null. */
export async function throughProvider(browser: PlainBrowser, address: string, login: string | null): Promise<URL> {
  const { origin } = new URL(address);
  let url = address;
  for (let step = 0; step < 10; step++) {
    const form = url.includes("/interaction/") ? (login === null ? { refuse: "1" } : { login }) : undefined;
    const reply = await browser.ask(url, form);
    const next = reply.headers.get("location");
    if (next === null) throw new Error(`The provider stopped at ${url} with ${reply.status}: ${await reply.text()}`);
    url = new URL(next, url).href;
    if (new URL(url).origin !== origin) return new URL(url);
  }
  throw new Error(`The provider goes round in a circle at ${url}`);
}
