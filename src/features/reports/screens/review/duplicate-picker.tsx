import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { FeedbackStatus } from "#features/common/widgets/report-badges.tsx";
import { matches } from "#lib/text-match.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { Field } from "#ui/field.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { TextInput } from "#ui/inputs.tsx";
import { likenessOf, tokens } from "../../matching.ts";

interface DuplicatePickerProps {
  /** Summary to compare the candidates with. */
  about: string;
  candidates: readonly Feedback[];
  value: string | null;
  onChange: (id: string) => void;
  error: string | undefined;
}

const SHOWN = 8;

/** Selects the original of a duplicate: most similar first, or by search. */
export function DuplicatePicker({ about, candidates, value, onChange, error }: DuplicatePickerProps) {
  const { t } = useLingui();
  const name = useId();
  const [q, setQ] = useState("");
  const words = tokens(about);
  const found = candidates
    .filter((r) => matches(q, r.summary, r.details, r.tester_name))
    .map((report) => ({ report, like: likenessOf(words, tokens(report.summary)) }))
    .sort((a, b) => b.like - a.like || b.report.captured_at.localeCompare(a.report.captured_at));
  const all = found.length;
  return (
    <div className="flex flex-col gap-2">
      <Field label={t`Duplicates this report`} error={error}>
        <TextInput
          type="search"
          placeholder={t`Search reports`}
          value={q}
          onChange={(event) => setQ(event.target.value)}
        />
      </Field>
      {found.length === 0 ? (
        <p className="py-2 text-muted text-sm">
          <Trans>No other report matches.</Trans>
        </p>
      ) : (
        <div role="radiogroup" aria-label={t`Reports`} className="flex max-h-64 flex-col gap-1 overflow-y-auto p-1">
          {found.slice(0, SHOWN).map(({ report }) => (
            <label
              key={report.id}
              className="flex items-start gap-3 rounded-md border border-line px-3 py-2 text-sm has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={name}
                checked={value === report.id}
                onChange={() => onChange(report.id)}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span className="flex min-w-0 flex-1 flex-col gap-1">
                <span className="font-medium">{report.summary}</span>
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
                  {report.tester_name} <DateText value={report.received_at ?? report.captured_at} />
                  <FeedbackStatus status={report.status} />
                </span>
              </span>
            </label>
          ))}
        </div>
      )}
      {all > SHOWN && (
        <p className="text-muted text-xs">
          <Trans>
            The {SHOWN} most similar of {all} reports. Search to find the others.
          </Trans>
        </p>
      )}
    </div>
  );
}
