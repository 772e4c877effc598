import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const PROCESS = fileURLToPath(new URL("./tls-proxy-process.ts", import.meta.url));

export type ProxyWish = {
  /** The path below which it hands things on, with a slash before and after. */
  readonly prefix: string;
  /** Whether the server behind it sees that path. */
  readonly cutsPrefix: boolean;
};

export type TlsProxy = {
  /** `https://localhost:...`, without a path. */
  readonly origin: string;
  /** What it shows, made for this proxy alone; who is to believe it is told so. */
  readonly certificate: string;
  /** From now on it hands on to this server. */
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
