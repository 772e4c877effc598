import { t } from "i18next";
import { CopyButton } from "../../ui/copy-button.tsx";
import { copied, type Piece } from "./first-steps.ts";

/** Lines to copy. The reader's key stands in what is copied and not on the screen. */
export function Snippet({ pieces, apiKey, what }: { pieces: readonly Piece[]; apiKey: string; what: string }) {
  return (
    <div className="relative rounded-panel bg-sunken shadow-[inset_0_0_0_1px_var(--line)]">
      <pre
        translate="no"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        className="overflow-auto py-3 pr-12 pl-4 font-mono text-small [font-variant-ligatures:none]"
      >
        {pieces.map((piece, index) => {
          const key = index; // the pieces never change their places
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
