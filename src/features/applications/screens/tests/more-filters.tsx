import { Trans, useLingui } from "@lingui/react/macro";
import { moreFilterCount } from "#features/campaigns/offers.ts";
import type { OfferFilters } from "#features/campaigns/search.ts";
import { platformLabel } from "#features/common/campaign-labels.ts";
import { type Campaign, platform } from "#sync/schema/campaigns.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/inputs.tsx";
import { MoneyInput } from "#ui/number-input.tsx";

export interface TestFiltersProps {
  filters: OfferFilters & { currency: Campaign["currency"] };
  currencies: readonly Campaign["currency"][];
  hasDevices: boolean;
  onChange: (change: OfferFilters) => void;
}

export function MoreFilters({ filters, currencies, hasDevices, onChange }: TestFiltersProps) {
  const { t } = useLingui();
  const deadlines = [7, 14, 30].map((days) => ({ value: String(days), label: t`Within ${days} days` }));
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={t`Platform`} labelHidden={false}>
          <Select
            value={filters.platform ?? "all"}
            options={platform.options.map((value) => ({ value, label: t(platformLabel[value]) }))}
            onChange={(event) => {
              const value = event.target.value as Campaign["platform"];
              onChange({ platform: value === "all" ? undefined : value });
            }}
          />
        </Field>
        <div className="flex items-end gap-2">
          <Field label={t`Minimum reward`} className="flex-1">
            <MoneyInput
              currency={filters.currency}
              codeBeside
              value={filters.reward ?? null}
              onChange={(cents) => onChange({ reward: cents && cents > 0 ? Math.round(cents) : undefined })}
            />
          </Field>
          <Select
            aria-label={t`Currency`}
            value={filters.currency}
            options={currencies.map((value) => ({ value, label: value }))}
            onChange={(event) => onChange({ currency: event.target.value as Campaign["currency"] })}
            className="w-24 shrink-0"
          />
        </div>
        <Field label={t`Deadline`}>
          <Select
            value={filters.days === undefined ? "" : String(filters.days)}
            placeholder={t`Any time`}
            options={deadlines}
            onChange={(event) => onChange({ days: event.target.value ? Number(event.target.value) : undefined })}
          />
        </Field>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-6">
        <div className="flex flex-wrap gap-x-6">
          <Checkbox
            label={t`Only with spots remaining`}
            checked={filters.spots ?? false}
            onChange={(event) => onChange({ spots: event.target.checked || undefined })}
          />
          <Checkbox
            label={t`Accepts instantly`}
            checked={filters.instant ?? false}
            onChange={(event) => onChange({ instant: event.target.checked || undefined })}
          />
          <Checkbox
            label={t`Hide tests I applied to`}
            checked={filters.hide ?? false}
            onChange={(event) => onChange({ hide: event.target.checked || undefined })}
          />
          <Checkbox
            label={t`Only for my devices`}
            help={hasDevices ? undefined : t`Add your devices to your profile to use this.`}
            disabled={!hasDevices && !filters.mine}
            checked={filters.mine ?? false}
            onChange={(event) => onChange({ mine: event.target.checked || undefined })}
          />
        </div>
        <Button
          variant="ghost"
          size="sm"
          className="md:mt-0.5"
          disabled={moreFilterCount(filters) === 0}
          onClick={() =>
            onChange({
              platform: undefined,
              reward: undefined,
              currency: undefined,
              days: undefined,
              spots: undefined,
              instant: undefined,
              hide: undefined,
              mine: undefined,
            })
          }
        >
          <Trans>Reset filters</Trans>
        </Button>
      </div>
    </div>
  );
}
