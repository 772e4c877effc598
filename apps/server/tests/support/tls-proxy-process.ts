import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createProxyServer } from "http-proxy-3";
import { generate } from "selfsigned";
import type { ProxyWish } from "./tls-proxy.ts";

/**
 * A typical reverse proxy: it ends TLS and sends the forwarded headers. It forwards requests below one path, with or
 * without that path. It runs in its own process; its parent tells it the target.
 */

const DAY_MS = 86_400_000;

process.once("message", async ({ prefix, cutsPrefix }: ProxyWish) => {
  const alternative = [
    { type: 2, value: "localhost" },
    { type: 7, ip: "127.0.0.1" },
  ] as const;
  const { private: key, cert } = await generate([{ name: "commonName", value: `proxy ${process.pid}` }], {
    keyType: "ec",
    notAfterDate: new Date(Date.now() + DAY_MS),
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [...alternative] },
    ],
  });
  let target = "";
  process.on("message", (url: string) => {
    target = url;
  });
  const proxy = createProxyServer({ xfwd: true });
  proxy.on("error", (_error, _request, reply) => {
    if ("writeHead" in reply && !reply.headersSent)
      reply.writeHead(502).end("The server behind this proxy is not there.");
    else reply.destroy();
  });
  const front = createServer({ key, cert }, (request, reply) => {
    const { url = "/" } = request;
    if (!url.startsWith(prefix)) return void reply.writeHead(404).end("Another server would answer here.");
    if (cutsPrefix) request.url = `/${url.slice(prefix.length)}`;
    proxy.web(request, reply, { target });
  });
  front.listen(0, "127.0.0.1", () => {
    const { port } = front.address() as AddressInfo; // listening on TCP
    process.send?.({ port, certificate: cert });
  });
});
process.once("disconnect", () => process.exit());
