import { t } from "i18next";
import "../../lib/i18n/en/spans.ts";
import { Ellipsis, Tag, X } from "lucide-react";
import { type RefObject, useRef } from "react";
import { createPortal } from "react-dom";
import { cx } from "../../ui/cx.ts";
import { floatingClass } from "../../ui/floating-class.ts";
import { Icon } from "../../ui/icon.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import type { LabelOffer } from "./shown-span.ts";
import { usePlaced } from "./use-placed.ts";

type TouchBarProps = {
  anchor: RefObject<HTMLElement | null>;
  words: string;
  /** changes when the text was laid out anew */
  laidOut: number;
  /** the platform's own things stand above the words */
  below: boolean;
  /** what is selected becomes it at a press; null: it is asked for */
  offer: LabelOffer | null;
  onTake: () => void;
  onChoose: () => void;
  onClose: () => void;
};

/** At words that a finger selected: what they become (FAN-28, TAN-09). */
export function TouchBar({ anchor, words, laidOut, below, offer, onTake, onChoose, onClose }: TouchBarProps) {
  const box = useRef<HTMLDivElement>(null);
  usePlaced(box, anchor, below ? "below" : "above", `${laidOut} ${words}`);
  return createPortal(
    <div
      ref={box}
      role="dialog"
      aria-label={t("spans.touch.bar", { words })}
      className={cx(
        floatingClass,
        "postil-touch-bar fixed top-0 left-0 z-50 flex max-w-[calc(100vw-16px)] items-stretch",
      )}
    >
      {offer !== null && (
        <button type="button" onClick={onTake} className={cx(BUTTON, "min-w-0 font-strong")}>
          <Swatch color={offer.color} />
          <span translate="no" dir="auto" className="truncate">
            {offer.name}
          </span>
        </button>
      )}
      <button type="button" onClick={onChoose} className={BUTTON}>
        <Icon of={offer === null ? Tag : Ellipsis} />
        <span className={cx(offer !== null && "max-md:sr-only")}>
          {t(offer === null ? "spans.touch.choose" : "spans.touch.other")}
        </span>
      </button>
      <button type="button" aria-label={t("spans.touch.letGo")} onClick={onClose} className={cx(BUTTON, "text-soft")}>
        <Icon of={X} />
      </button>
    </div>,
    document.body,
  );
}

const BUTTON =
  "inline-flex h-11 min-w-11 flex-none items-center justify-center gap-2 rounded-control px-3 active:bg-hover";
