import type { Settings } from "./config.ts";

/** The public address of a server that answers at `address`, without a slash at the end. */
export function publicAddress({ baseUrl }: Settings, address: string): string {
  return (baseUrl.origin ?? address) + baseUrl.path.slice(0, -1);
}

/** The address at which this machine reaches the server. */
export function localAddress(host: string, port: number): string {
  const anywhere = host === "0.0.0.0" || host === "::";
  const name = anywhere ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
