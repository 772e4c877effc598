import { ApiRefusal, type Call } from "../client/api-client.ts";
import { migrate } from "../migrate/run.ts";
import { addressOfServer } from "../migrate/there.ts";
import { StartFailure } from "../start-failure.ts";
import { type Command, readArguments, type Surroundings, table } from "./command.ts";
import { progressBar, untilGivenUp } from "./progress.ts";
import { withServer } from "./with-server.ts";

export const MIGRATE_USAGE = `postil migrate --from URL [options]
  --api-key KEY                    of an owner there; default: POSTIL_MIGRATE_API_KEY, else it is asked for
  --same-names                     people of the same name there and here are the same people
  --as THEIRS=OURS                 the person THEIRS of that server is OURS here (again for more)
  --again                          also what was brought before and deleted here
  --patience SECONDS               how long a server that does not answer is asked again; default: 300`;

const OPTIONS = "from= api-key= same-names as=* again patience=";

const KEY_VARIABLE = "POSTIL_MIGRATE_API_KEY";
const USUAL_PATIENCE = 300;

/** `postil migrate`: brings everything that another server has. It can be run again at any time. */
export const runMigrate: Command = async (args, around) => {
  const { values } = readArguments(args, OPTIONS, [], MIGRATE_USAGE);
  if (!values.from) throw new StartFailure(`Say with --from where the other server is.\n\n${MIGRATE_USAGE}`);
  const url = addressOfServer(values.from);
  const as = new Map((values.as ?? []).map(pairOf));
  const patience = patienceOf(values.patience);
  const key = await keyOf(values["api-key"], url, around);
  const { print, complain } = around;
  if (url.startsWith("http:") && !isThisMachine(url))
    complain(`${url} is not encrypted: whoever is on the way can read the API key and all data.`);
  // A new home would also load the demo.
  const plain = { ...around, env: { ...around.env, POSTIL_DEMO: "0" } };
  return withServer(plain, async ({ call, home, publicAddress }) => {
    const bars = showProgress();
    const bring = async (givenUp: () => boolean) => {
      const asking = { url, key, patience, givenUp, wait: complain };
      const agrees = await migrate(asking, {
        here: { call: resumable(call), home, publicAddress },
        options: { as, sameNames: values["same-names"] ?? false, again: values.again ?? false },
        print: (rows) => {
          for (const line of table(rows)) print(line);
        },
        progress: bars.show,
        report: ({ rows, conflicts, leftOut }) => {
          bars.stop();
          for (const line of table(rows)) print(line);
          if (conflicts.length > 0) print("Changed on both servers since the last run; what is here stays:");
          for (const [line = ""] of conflicts.map((text) => table([[text]]))) print(`  ${line}`);
          if (leftOut.length > 0) complain("Left out:");
          for (const [line = ""] of leftOut.map((text) => table([[text]]))) complain(`  ${line}`);
        },
      });
      print(agrees ? "Both servers agree." : "The servers do not agree: see above.");
      return agrees ? 0 : 1;
    };
    return untilGivenUp(
      around,
      () => [STOPPED],
      (givenUp) => bring(givenUp).finally(bars.stop),
    );
  });
};

const STOPPED = "Stopped. What was brought stays; run the command again, and it goes on.";

/** If the server here fails or ends, nothing that it has answered is lost. */
const resumable =
  (call: Call): Call =>
  async (name, input) => {
    try {
      return await call(name, input);
    } catch (error) {
      if (!(error instanceof StartFailure) && !(error instanceof ApiRefusal && error.status >= 500)) throw error;
      throw new StartFailure(`${error.message} What was brought stays; run the command again, and it goes on.`);
    }
  };

function pairOf(text: string): readonly [theirs: string, ours: string] {
  const [theirs = "", ours = "", ...more] = text.split("=");
  if (theirs === "" || ours === "" || more.length > 0)
    throw new StartFailure(`--as is "${text}"; it is two names of users, such as --as argilla=owner.`);
  return [theirs, ours];
}

function patienceOf(text: string | undefined): number {
  if (text === undefined) return USUAL_PATIENCE * 1000;
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1000;
  throw new StartFailure(`--patience is "${text}"; it is a number of seconds.`);
}

/** The key is never stored or printed; a header carries only such characters. */
async function keyOf(option: string | undefined, url: string, { env, askSecret }: Surroundings): Promise<string> {
  const key = option ?? env[KEY_VARIABLE] ?? (await askSecret?.(`API key of an owner at ${url}: `)) ?? "";
  if (key === "") throw new StartFailure(`Give the API key of an owner there, with --api-key or ${KEY_VARIABLE}.`);
  if (/^[\x21-\x7e]{1,1000}$/.test(key)) return key;
  throw new StartFailure("The API key has characters that no key has, such as blanks.");
}

const isThisMachine = (url: string): boolean => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);

/** One bar for each dataset, on a terminal. */
function showProgress() {
  let shown: { readonly name: string; readonly bar: ReturnType<typeof progressBar> } | null = null;
  return {
    show: (name: string, done: number, total: number): void => {
      if (shown?.name !== name) {
        shown?.bar.stop();
        shown = { name, bar: progressBar(total) };
      }
      shown.bar.update(done);
    },
    stop: (): void => {
      shown?.bar.stop();
      shown = null;
    },
  };
}
