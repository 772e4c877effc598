// Preloaded into a process and its threads: says on standard error whom they connect or send to, and what they start.
// What is to be preloaded in every kind of thread has to be required.
const { ChildProcess } = require("node:child_process");
const { Socket: Datagrams } = require("node:dgram");
const { writeSync } = require("node:fs");
const { Socket } = require("node:net");

const tell = (what) => writeSync(2, `outgoing: ${what}\n`);

/** Tells of each call of a method before it is made. */
function watch(prototype, method, describe) {
  const real = prototype[method];
  prototype[method] = function watched(...args) {
    tell(describe(...args));
    return real.apply(this, args);
  };
}

watch(Socket.prototype, "connect", (given) => {
  const [options] = [given].flat();
  return `a connection to ${options?.host ?? options?.path ?? options}`;
});
watch(Datagrams.prototype, "send", () => "a datagram");
watch(ChildProcess.prototype, "spawn", ({ file }) => `the process ${file}`);
