import { t } from "i18next";
import type { Keys } from "../../../../lib/commands/command.ts";
import { KeyCap } from "../../../../ui/key-cap.tsx";

type SpanKeysProps = {
  inText: boolean;
  /** of the command that leads there; undefined: none */
  enterKeys: Keys | undefined;
  /** what Enter gives */
  label: string;
};

/** One line on the keyboard: how to the text, and while it is there, what its keys do. */
export function SpanKeys({ inText, enterKeys, label }: SpanKeysProps) {
  const keys = inText
    ? ([
        ["ArrowLeft+ArrowRight", t("spans.keys.move")],
        ["Shift", t("spans.keys.extend")],
        ["Enter", label],
        ["Mod+C", t("spans.keys.copy")],
        ["Escape", t("spans.keys.back")],
      ] as const)
    : enterKeys === undefined
      ? []
      : ([
          [enterKeys, t("spans.keys.enter")],
          ["Alt", t("spans.keys.drag")],
        ] as const);
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-soft max-md:hidden">
      {keys.map(([key, does]) => (
        <span key={key} className="inline-flex min-w-0 items-center gap-1.5">
          <KeyCap keys={key} always={inText} />
          <span className="max-w-40 truncate">{does}</span>
        </span>
      ))}
    </p>
  );
}
