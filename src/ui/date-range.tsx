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
  const names = { from: t({ message: "From", context: "date" }), to: t({ message: "To", context: "date" }) };
  return (
    <div className="flex flex-wrap gap-3 text-sm">
      <span className="flex items-center gap-2">
        <span aria-hidden className="shrink-0">
          {names.from}
        </span>
        <DateInput
          aria-label={names.from}
          value={from ?? ""}
          max={to}
          onChange={(event) => onChange({ from: event.target.value || undefined })}
        />
      </span>
      <span className="flex items-center gap-2">
        <span aria-hidden className="shrink-0">
          {names.to}
        </span>
        <DateInput
          aria-label={names.to}
          value={to ?? ""}
          min={from}
          onChange={(event) => onChange({ to: event.target.value || undefined })}
        />
      </span>
    </div>
  );
}
