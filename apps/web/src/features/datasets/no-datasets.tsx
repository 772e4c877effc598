import type { CommandLine } from "@postil/contract/info";
import { isPrivileged } from "@postil/domain/accounts/policies";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { CodeXml, Play, Terminal } from "lucide-react";
import { homeQuery } from "../../lib/api/queries/datasets.ts";
import { serverAddress, underBase } from "../../lib/base-path.ts";
import { LOCALE } from "../../lib/i18n/locale.ts";
import type { SessionUser } from "../../lib/session/store.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { textLinkClass } from "../../ui/cx.ts";
import { Icon, type IconType } from "../../ui/icon.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";

const both = new Intl.ListFormat(LOCALE, { type: "conjunction" });

/** The page is shown without it, and waits for nothing. */
const LazyImports = lazyPart(() => import("./imports-here.tsx"));
export const ImportsHere = ({ as }: { as: "button" | "card" }) => <LazyImports as={as} />;

/** Shown to a user without any dataset: how to get one, or whom to ask. */
export function NoDatasets({ user }: { user: SessionUser }) {
  return isPrivileged(user) ? <GettingStarted user={user} /> : <Ask user={user} />;
}

const column = "mx-auto w-[640px] max-w-full pb-12";

function Ask({ user }: { user: SessionUser }) {
  const count = user.workspaces.length;
  return (
    <div className={`${column} pt-28`}>
      <h1 className="font-strong text-title">{t("datasets.none.annotatorTitle")}</h1>
      <p className="mt-2 max-w-[560px] text-lead text-soft">
        {count === 0
          ? t("datasets.none.annotatorAlone")
          : `${t("datasets.none.annotatorText", { count, names: both.format(user.workspaces) })} ${t("datasets.none.annotatorAsk")}`}{" "}
        {t("datasets.none.annotatorLooks")}
      </p>
    </div>
  );
}

function GettingStarted({ user }: { user: SessionUser }) {
  const workspace = user.workspaces[0] ?? "default";
  const server = serverAddress();
  const apiKey = user.apiKey;
  // Until that is known, the commands are those of a clone with the default home.
  const { data: at = IN_A_CLONE, isPending } = useQuery({ ...homeQuery, enabled: user.role === "owner" });
  if (isPending && user.role === "owner") return null;
  return (
    <div className={`${column} pt-20`}>
      <h1 className="font-strong text-title">{t("datasets.none.title")}</h1>
      <p className="mt-2 max-w-[560px] text-lead text-soft">
        {t(user.role === "owner" ? "datasets.none.ownerText" : "datasets.none.adminText")} {t("datasets.none.intro")}
      </p>
      <ul className="mt-8">
        <ImportsHere as="card" />
        <StartCard icon={Terminal} way="file" pieces={importCommand(at)} apiKey={apiKey} />
        <StartCard icon={CodeXml} way="python" pieces={firstDataset(server, workspace)} apiKey={apiKey} />
        <StartCard icon={Play} way="demo" pieces={demoCommand(at)} apiKey={apiKey} />
      </ul>
      <p className="flex flex-wrap gap-x-6 gap-y-2 pl-10">
        <a href={underBase("/docs#bulkCreateRecords")} className={textLinkClass}>
          {t("datasets.none.records")}
        </a>
        <a href={underBase("/docs#createWorkspace")} className={textLinkClass}>
          {t("datasets.none.people")}
        </a>
      </p>
    </div>
  );
}

type StartProps = { icon: IconType; way: "file" | "python" | "demo"; pieces: readonly Piece[]; apiKey: string };

/** The cards are alternatives, so they have icons instead of numbers. */
function StartCard({ icon, way, pieces, apiKey }: StartProps) {
  return (
    <li className="relative pb-7 pl-10">
      <span aria-hidden="true" className="absolute top-1 left-0 text-soft">
        <Icon of={icon} />
      </span>
      <h2 className="font-strong text-lead">{t(`datasets.none.${way}.title`)}</h2>
      <p className="mb-2 text-soft">{t(`datasets.none.${way}.text`)}</p>
      <Snippet pieces={pieces} apiKey={apiKey} what={t(`datasets.none.${way}.what`)} />
    </li>
  );
}

/** Lines to copy. The copied text contains the user's key; the screen does not show it. */
function Snippet({ pieces, apiKey, what }: { pieces: readonly Piece[]; apiKey: string; what: string }) {
  return (
    <div className="relative rounded-panel bg-sunken shadow-[inset_0_0_0_1px_var(--line)]">
      <pre
        translate="no"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        className="overflow-auto py-3 pr-12 pl-4 font-mono text-small [font-variant-ligatures:none]"
      >
        {pieces.map((piece, index) => {
          const key = index; // the pieces never change their order
          if (piece.is === "code") return piece.text;
          if (piece.is === "own")
            return (
              <b translate="no" key={key}>
                {piece.text}
              </b>
            );
          return (
            <span key={key} className="text-soft">
              {t("datasets.none.key")}
            </span>
          );
        })}
      </pre>
      <CopyButton text={copied(pieces, apiKey)} what={what} className="absolute top-2 right-2" />
    </div>
  );
}

/** A part of code to copy: fixed code, a word for the user to change, or the place of their API key. */
type Piece = { readonly is: "code" | "own"; readonly text: string } | { readonly is: "key" };

const code = (text: string): Piece => ({ is: "code", text });
const own = (text: string): Piece => ({ is: "own", text });

const IN_A_CLONE: CommandLine = { home: null, command: "npm run postil --" };

/** The command on the server's machine, with the home that it would not use by itself (API-52). */
const postil = ({ home, command }: CommandLine): string =>
  `${home === null ? "" : `POSTIL_HOME=${quoted(home)} `}${command}`;

/** Quotes a path for a shell, if it needs quotes. */
const quoted = (path: string): string => (/^[\w/.~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

export const importCommand = (at: CommandLine): readonly Piece[] => [code(`${postil(at)} import `), own("letters.csv")];
export const demoCommand = (at: CommandLine): readonly Piece[] => [code(`${postil(at)} demo`)];

/** Lines for the Argilla 1.x client that create a first dataset; `server` without a slash at the end. */
export const firstDataset = (server: string, workspace: string): readonly Piece[] => [
  code('import argilla as rg\nrg.init(api_url="'),
  own(server),
  code('", api_key="'),
  { is: "key" },
  code('")\ndataset = rg.FeedbackDataset.for_text_classification(\n    labels=["praise", "complaint"])\n'),
  code('dataset.add_records([\n    rg.FeedbackRecord(fields={"text": "Where is my parcel?"})])\n'),
  code('dataset.push_to_argilla("'),
  own("letters"),
  code(`", workspace="${workspace}")`),
];

/** The lines with the key filled in, for the clipboard. */
export const copied = (pieces: readonly Piece[], key: string): string =>
  pieces.map((piece) => (piece.is === "key" ? inText(key) : piece.text)).join("");

/** Escapes quotes and backslashes in a key; both languages escape them the same way. */
const inText = (key: string) => JSON.stringify(key).slice(1, -1);
