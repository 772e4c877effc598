import { ListFilter } from "lucide-react";
import { IconButton } from "../../ui/button.tsx";
import { InHeader } from "../../ui/in-header.tsx";

type PhoneFiltersButtonProps = { label: string; active: boolean; isOpen: boolean; onOpen: () => void };

/**
 * A button in the header of a phone: opens search, filters and order as a sheet. A dot and the label show that one of them is
 * active.
 */
export function PhoneFiltersButton({ label, active, isOpen, onOpen }: PhoneFiltersButtonProps) {
  return (
    <InHeader slot="filters">
      <span className="relative inline-grid">
        <IconButton icon={ListFilter} label={label} aria-haspopup="dialog" aria-expanded={isOpen} onClick={onOpen} />
        {active && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-2 right-2 size-1.5 rounded-full bg-accent"
          />
        )}
      </span>
    </InHeader>
  );
}
