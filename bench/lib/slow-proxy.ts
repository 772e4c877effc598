import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Passes everything on to the server and delays API calls by `delayMs`. The page sees a slow network or server. */
export async function startSlowProxy(port: number, delayMs: number): Promise<{ readonly port: number; close(): void }> {
  const proxy: Server = createServer((incoming, outgoing) => {
    const pass = () => {
      const { method, url: path, headers } = incoming;
      const onward = request({ host: "127.0.0.1", port, method, path, headers }, (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      });
      onward.on("error", () => outgoing.writeHead(502).end());
      incoming.pipe(onward);
    };
    if (incoming.url?.startsWith("/api/")) setTimeout(pass, delayMs);
    else pass();
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return { port: (proxy.address() as AddressInfo).port, close: () => proxy.close() }; // listening on TCP, so an address with a port
}
