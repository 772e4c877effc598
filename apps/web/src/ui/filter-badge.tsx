import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

type FilterBadgeProps = {
  /** the full text, for a badge that is cut */
  title: string;
  /** accessible name of the badge: its action and the filter */
  openLabel: string;
  onOpen: () => void;
  removeLabel: string;
  onRemove: () => void;
  children: ReactNode;
};

/** An active filter. A press on the badge edits it, a press on its × removes it. */
export function FilterBadge({ title, openLabel, onOpen, removeLabel, onRemove, children }: FilterBadgeProps) {
  return (
    <span className="inline-flex h-6 min-w-0 items-center rounded-key bg-accent-fill text-small whitespace-nowrap fill-ring max-md:h-11">
      <button
        type="button"
        aria-label={openLabel}
        title={title}
        onClick={onOpen}
        className="flex h-full min-w-0 items-center rounded-key pl-2"
      >
        {children}
      </button>
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="grid size-6 flex-none place-items-center rounded-key text-soft hover:text-ink max-md:size-11"
      >
        <Icon of={X} size={12} />
      </button>
    </span>
  );
}
