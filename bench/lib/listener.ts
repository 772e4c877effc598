import { fork } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { cpuSeconds } from "./processes.ts";

/** A program that hears events, in a process of its own, so that its cost is known. */
export type Listener = { readonly port: number; heard(): number; cpu(): number; close(): void };

const SELF = fileURLToPath(import.meta.url);

export function startListener(): Promise<Listener> {
  const child = fork(SELF);
  let heard = 0;
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The listener ended with ${code}.`)));
    child.on("message", (told: { port: number } | { heard: number }) => {
      if ("heard" in told) heard = told.heard;
      else
        resolve({
          port: told.port,
          heard: () => heard,
          cpu: () => cpuSeconds(child.pid ?? 0),
          close: () => child.kill(),
        });
    });
  });
}

const EVERY_MS = 20;

if (process.argv[1] === SELF && process.send) {
  let heard = 0;
  const server = createServer((request, reply) => {
    request.resume().on("end", () => {
      heard++;
      reply.writeHead(204).end();
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo; // it listens on a port
    process.send?.({ port });
  });
  let told = 0;
  setInterval(() => {
    if (told !== heard) process.send?.({ heard });
    told = heard;
  }, EVERY_MS);
}
