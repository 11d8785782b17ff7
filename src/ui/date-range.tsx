import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { DateInput } from "./inputs.tsx";

interface DateRangeProps {
  from: string | undefined;
  to: string | undefined;
  onChange: (change: { from?: string | undefined; to?: string | undefined }) => void;
}

/** The first and the last day of a filter; undefined without a limit. */
export function DateRange({ from, to, onChange }: DateRangeProps) {
  const { t } = useLingui();
  // Until the field is left: a value that comes late from the address restarts what is typed.
  const [typed, setTyped] = useState<{ key: string; value: string }>();
  const ends = [
    { key: "from", name: t({ message: "From", context: "date" }), value: from, max: to },
    { key: "to", name: t({ message: "To", context: "date" }), value: to, min: from },
  ];
  return (
    <div className="flex flex-wrap gap-3 text-sm">
      {ends.map(({ key, name, value = "", ...limit }) => (
        <span key={key} className="flex items-center gap-2">
          <span aria-hidden className="shrink-0">
            {name}
          </span>
          <DateInput
            aria-label={name}
            value={typed?.key === key ? typed.value : value}
            {...limit}
            onChange={(event) => {
              const day = event.target.value;
              setTyped({ key, value: day });
              // The year 0202 is one that is still being typed.
              if (!day.startsWith("0")) onChange({ [key]: day || undefined });
            }}
            onBlur={() => setTyped(undefined)}
          />
        </span>
      ))}
    </div>
  );
}
