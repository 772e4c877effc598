import { type GlobalLabel, isTooLong, VISIBLE_LABELS } from "@postil/domain/tasks/labels";
import { t } from "i18next";
import { Eye, EyeOff } from "lucide-react";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { usePreference } from "../../../lib/preferences/store.ts";
import { IconButton } from "../../../ui/button.tsx";
import { cx, textLinkClass } from "../../../ui/cx.ts";
import { KeyCap } from "../../../ui/key-cap.tsx";
import { entityColors, Swatch } from "../../../ui/swatch.tsx";
import { LabelsMissing } from "../state/labels-missing.tsx";
import { entityChoice, useEntityChoice } from "./tagging.ts";

/**
 * The entities of the dataset: as many of the first ten as fit in one line, or all of them (LAB-06, LAB-07, TEN-09). Without
 * entities, how to add some: what cannot be done here is said before somebody selects words for it.
 */
export function EntityBar({ labels }: { labels: readonly GlobalLabel[] }) {
  const [first] = labels;
  return first === undefined ? <NoEntities /> : <Bar labels={labels} datasetId={first.datasetId} />;
}

const NoEntities = () => (
  <p className="flex-none px-6 pt-2 text-soft empty:hidden max-md:px-4">
    <LabelsMissing of="taskTokens" className={`${textLinkClass} underline`} />
  </p>
);

function Bar({ labels, datasetId }: { labels: readonly GlobalLabel[]; datasetId: string }) {
  const { armed } = useEntityChoice(datasetId);
  const [isOpen, setOpen] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const fitting = useFitting(row, labels.slice(0, VISIBLE_LABELS));
  const shown = isOpen ? labels : labels.slice(0, fitting);
  const hidden = labels.length - fitting;
  // An armed entity is valid only on the page that shows it.
  useEffect(() => () => entityChoice(datasetId).set({ armed: null, tagged: null }), [datasetId]);
  const arm = (text: string) => entityChoice(datasetId).set({ armed: armed === text ? null : text });
  return (
    <div className="flex flex-none items-start gap-2 px-6 pt-2 max-md:px-4">
      <div
        ref={row}
        role="toolbar"
        aria-label={t("words.entities")}
        className={cx(
          "-ml-2 flex min-w-0 flex-1 gap-1",
          isOpen ? "max-h-40 flex-wrap overflow-y-auto" : "overflow-hidden",
        )}
      >
        {shown.map((label) => (
          <EntityButton key={label.text} label={label} armed={label.text === armed} onArm={arm} />
        ))}
        {hidden > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={isOpen ? undefined : t("taskTokens.showMore", { count: hidden })}
            onClick={() => setOpen(!isOpen)}
            className="h-8 flex-none rounded-control px-2 text-accent tabular-nums hover:bg-hover max-md:h-11"
          >
            {isOpen ? t("words.showLess") : t("taskTokens.more", { count: hidden })}
          </button>
        )}
      </div>
      <NamesSwitch />
    </div>
  );
}

type EntityButtonProps = { label: GlobalLabel; armed: boolean; onArm: (text: string) => void };

function EntityButton({ label: { text, colorId, shortcut }, armed, onArm }: EntityButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={armed}
      title={isTooLong(text) ? t("tasks.labelTooLong") : text}
      data-entity={text}
      style={entityColors(colorId)}
      onClick={() => onArm(text)}
      className={cx(
        "flex h-8 max-w-60 flex-none items-center gap-2 rounded-control px-2 max-md:h-11",
        armed ? "bg-(--fill) font-strong shadow-[inset_0_0_0_1.5px_var(--tone)]" : "hover:bg-hover",
      )}
    >
      <Swatch color={colorId} />
      <span translate="no" dir="auto" className="min-w-0 truncate">
        {text}
      </span>
      {shortcut !== null && <KeyCap keys={shortcut} />}
    </button>
  );
}

/** Turns the names of entities below their words on and off (design/task-rows.md#entities). */
export function NamesSwitch() {
  const [names, setNames] = usePreference("entityNames");
  return (
    <IconButton
      icon={names ? Eye : EyeOff}
      label={t("taskTokens.names")}
      aria-pressed={names}
      onClick={() => setNames(!names)}
    />
  );
}

/** The gap between two entities, and the maximum width of "+12", px. */
const GAP = 4;
const MORE = 64;

/**
 * The number of elements that fit in a line. All are drawn once to measure them; the number is then computed from these widths
 * whenever the width of the line changes. At least one is always shown.
 */
function useFitting(row: RefObject<HTMLElement | null>, of: readonly { readonly text: string }[]): number {
  const key = of.map(({ text }) => text).join("\n");
  const [fitting, setFitting] = useState({ key, count: of.length });
  const widths = useRef<{ readonly key: string; readonly each: readonly number[] } | null>(null);
  const count = fitting.key === key ? fitting.count : of.length;
  useLayoutEffect(() => {
    const line = row.current;
    if (line === null) return;
    const measure = () => {
      if (widths.current?.key !== key) {
        const each = [...line.querySelectorAll("[data-entity]")].map(
          (element) => element.getBoundingClientRect().width,
        );
        widths.current = { key, each: each.slice(0, of.length) };
      }
      setFitting({ key, count: fitIn(line.clientWidth, widths.current.each) });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(line);
    return () => observer.disconnect();
  }, [row, key, of.length]);
  return count;
}

function fitIn(room: number, widths: readonly number[]): number {
  let [used, count] = [0, 0];
  for (const width of widths) {
    used += width + GAP;
    const left = room - used;
    if (left < (count + 1 < widths.length ? MORE : 0)) break;
    count++;
  }
  return Math.max(1, count);
}
