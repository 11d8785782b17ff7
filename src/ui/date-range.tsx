import { useLingui } from "@lingui/react/macro";
import { DateInput } from "./inputs.tsx";

interface DateRangeProps {
  from: string | undefined;
  to: string | undefined;
  onChange: (change: { from?: string | undefined; to?: string | undefined }) => void;
}

/** The first and the last day of a filter; undefined without a limit. */
export function DateRange({ from, to, onChange }: DateRangeProps) {
  const { t } = useLingui();
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
            value={value}
            {...limit}
            onChange={(event) => onChange({ [key]: event.target.value || undefined })}
          />
        </span>
      ))}
    </div>
  );
}
