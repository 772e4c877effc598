import { parseQueryString } from "@postil/domain/search/query-string/parse";
import { QueryFault } from "@postil/domain/search/query-string/query-fault";
import { t } from "i18next";
import { type ReactNode, useMemo } from "react";

/** The number of characters shown before and after the wrong one. */
const AROUND = 24;

export type QueryFaultNoteProps = {
  id: string;
  /** the query as it was sent */
  text: string;
  /** the server's message */
  message: string;
};

/** Shows below the search what is wrong with the query, and where. Lazily loaded. */
export default function QueryFaultNote({ id, text, message }: QueryFaultNoteProps) {
  const { detail, at } = useMemo(() => findFault(text, message), [text, message]);
  if (at === null) return <Note id={id}>{detail === "" ? t("taskQuery.search.failed") : detail}</Note>;
  const here = at + String.fromCodePoint(text.codePointAt(at) ?? 0x20).length;
  return (
    <Note id={id}>
      {t("taskQuery.search.at", { detail, at: [...text.slice(0, at)].length + 1 })}{" "}
      <bdi translate="no" className="font-mono whitespace-pre">
        {at > AROUND && "…"}
        {text.slice(Math.max(0, at - AROUND), at)}
        <mark className="bg-danger-fill text-danger underline decoration-wavy fill-ring">
          {text.slice(at, here) || " "}
        </mark>
        {text.slice(here, here + AROUND)}
        {text.length > here + AROUND && "…"}
      </bdi>
    </Note>
  );
}

function Note({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="px-6 pb-2 text-danger max-md:px-0">
      {children}
    </p>
  );
}

/** The reason why a query was refused. `at`: the position of the wrong character, from 0, null if it is unknown. */
type Fault = { readonly detail: string; readonly at: number | null };

/** The server does not tell the position, so the same parser finds it again here. */
function findFault(text: string, message: string): Fault {
  try {
    if (text.trim() !== "") parseQueryString(text);
  } catch (error) {
    if (error instanceof QueryFault) return { detail: error.message, at: error.at };
    throw error;
  }
  return { detail: message, at: null };
}
