import type { Surroundings } from "../../src/cli/command.ts";
import { runCommand } from "../../src/cli/run-command.ts";
import { createCall, overHttp } from "../../src/client/api-client.ts";
import { createOpen } from "../../src/client/open-stream.ts";
import { OWNER } from "./start-test-server.ts";

type Place = { readonly url: string; readonly home: string };

/** Runs a command of the command line at a running server, and gives back what it said. `hear`: each complaint, as it comes. */
export async function runAt(
  { url, home }: Place,
  args: readonly string[],
  hear: (line: string) => void = () => {},
): Promise<{ readonly code: number; readonly said: string }> {
  const said: string[] = [];
  const headers = { "x-postil-api-key": OWNER.apiKey };
  const call = createCall(overHttp(url), headers);
  const open = createOpen(url, headers);
  const around: Surroundings = {
    env: { POSTIL_HOME: home },
    openServer: async () => ({
      address: url,
      publicAddress: url,
      home,
      lasting: true,
      call,
      open,
      signInLink: () => null,
      close: async () => {},
    }),
    openStore: () => Promise.reject(new Error("not here")),
    print: (line) => said.push(line),
    complain: (line) => {
      said.push(line);
      hear(line);
    },
  };
  return { code: await runCommand(args, around), said: said.join("\n") };
}
