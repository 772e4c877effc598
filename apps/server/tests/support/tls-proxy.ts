import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const PROCESS = fileURLToPath(new URL("./tls-proxy-process.ts", import.meta.url));

export type ProxyWish = {
  /** The path below which it forwards requests, with a slash before and after. */
  readonly prefix: string;
  /** True if it removes that path from forwarded requests. */
  readonly cutsPrefix: boolean;
};

export type TlsProxy = {
  /** `https://localhost:...`, without a path. */
  readonly origin: string;
  /** The certificate made for this proxy only. A client must be told to trust it. */
  readonly certificate: string;
  /** From now on it forwards to this server. */
  leadTo(url: string): void;
  close(): Promise<void>;
};

/** Starts the proxy of tls-proxy-process.ts. */
export async function startTlsProxy(wish: ProxyWish): Promise<TlsProxy> {
  const child = fork(PROCESS, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  child.send(wish);
  const [{ port, certificate }] = (await once(child, "message")) as [{ port: number; certificate: string }]; // as it sends it
  return {
    origin: `https://localhost:${port}`,
    certificate,
    leadTo: (url) => void child.send(url),
    close: async () => {
      child.kill();
      await once(child, "exit");
    },
  };
}
