import { textDirection } from "@postil/domain/text/text-direction";
import type { ReactNode } from "react";
import { absoluteTime, toMilliseconds } from "../../lib/i18n/times.ts";
import { CopyButton } from "../../ui/copy-button.tsx";

type DetailProps = { name: string; value: string; shown?: ReactNode; mono?: boolean };

/** A list of details: names at the left, values at the right. */
export function DetailList({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[120px_minmax(0,1fr)] gap-x-3 gap-y-1">{children}</dl>;
}

export function Detail({ name, value, shown = value, mono = false }: DetailProps) {
  return (
    <>
      <dt className="py-0.5 wrap-anywhere text-soft">{name}</dt>
      <dd className="group flex items-start gap-1">
        <span className={mono ? "py-0.5 font-mono text-small wrap-anywhere" : "py-0.5 wrap-anywhere tabular-nums"}>
          {shown}
        </span>
        <CopyButton text={value} what={name} />
      </dd>
    </>
  );
}

/** A text with its line breaks, in its own direction. */
export function TextDetail({ name, text }: { name: string; text: string }) {
  const shown = (
    <span dir={textDirection(text)} className="block whitespace-pre-wrap">
      {text}
    </span>
  );
  return <Detail name={name} value={text} shown={shown} />;
}

/** Shown in the user's time zone, copied as ISO 8601. */
export function DateDetail({ name, at }: { name: string; at: number }) {
  const ms = toMilliseconds(at);
  return <Detail name={name} value={new Date(ms).toISOString()} shown={absoluteTime(ms)} />;
}
