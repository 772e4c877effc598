import type { AnswerChange } from "@postil/domain/records/response-history";
import { textDirection } from "@postil/domain/text/text-direction";
import { type DiffPiece, wordDiff } from "@postil/domain/text/word-diff";
import { t } from "i18next";
import { ArrowRight } from "lucide-react";
import { Fragment } from "react";
import { Icon } from "../../ui/icon.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";

/** Question by question what was answered and what is answered now. */
export function AnswerChanges({ answers }: { answers: readonly AnswerChange[] }) {
  return (
    <dl className="mt-1 grid grid-cols-[minmax(96px,28%)_minmax(0,1fr)] gap-x-4 gap-y-1 max-md:grid-cols-1">
      {answers.map((change) => (
        <Fragment key={change.question}>
          <dt translate="no" dir="auto" className="wrap-anywhere text-soft">
            {change.title === "" ? change.question : change.title}
          </dt>
          <dd className="min-w-0 wrap-anywhere">
            <Change change={change} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Change({ change: { written, before, after } }: { change: AnswerChange }) {
  if (written && before !== null && after !== null) return <Words before={before} after={after} />;
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      {before !== null && <Answer text={before} was />}
      {before !== null && after !== null && <Icon of={ArrowRight} size={14} className="self-center text-soft" />}
      {after !== null && <Answer text={after} />}
    </span>
  );
}

/** An answer as it stood; one that is no more is struck out. */
function Answer({ text, was = false }: { text: string; was?: boolean }) {
  const Tag = was ? "del" : "span";
  return (
    <Tag
      dir={textDirection(text)}
      className={was ? "whitespace-pre-wrap text-soft decoration-1" : "whitespace-pre-wrap"}
    >
      <VisuallyHidden>{t(was ? "recordHistory.was" : "recordHistory.is")}</VisuallyHidden>
      {text === "" ? t("recordHistory.nothing") : text}
    </Tag>
  );
}

/** What became of a text, by its words. */
function Words({ before, after }: { before: string; after: string }) {
  return (
    <div dir={textDirection(after || before)} className="whitespace-pre-wrap">
      {wordDiff(before, after).map((piece, at) => (
        // An entry of the history never changes, and its pieces hold nothing.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Piece key={at} piece={piece} />
      ))}
    </div>
  );
}

function Piece({ piece: { kind, text } }: { piece: DiffPiece }) {
  if (kind === "same")
    return (
      <span translate="no" className="text-soft">
        {text}
      </span>
    );
  const Tag = kind === "removed" ? "del" : "ins";
  const look =
    kind === "removed"
      ? "text-soft line-through decoration-1"
      : "font-strong underline decoration-1 underline-offset-[3px]";
  return (
    <Tag className={look}>
      <VisuallyHidden>{t(`recordHistory.${kind}`)}</VisuallyHidden>
      {text}
    </Tag>
  );
}
