// Search, sort order and filters of the applicants, and the free spots. Collapsed on a phone.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { karmaLabel } from "#features/common/account-labels.ts";
import type { CampaignSearch } from "#features/common/use-campaign-search.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { cx } from "#ui/cx.ts";
import { FilterSelect, SortSelect } from "#ui/filter-select.tsx";
import { FiltersButton } from "#ui/filters-button.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { useUrlText } from "#ui/use-url-text.ts";
import { type ApplicantOrder, applicantOrders } from "../../search.ts";
import { asksForAnswers, type Spots } from "./applicant-list-rules.ts";

type ApplicantFilter = Partial<Pick<CampaignSearch, "q" | "order" | "match" | "fit">>;

interface ApplicantFiltersProps {
  campaign: Campaign;
  spots: Spots;
  filter: ApplicantFilter & { order: ApplicantOrder };
  onFilter: (change: ApplicantFilter) => void;
}

export function ApplicantFilters({ campaign, spots, filter, onFilter }: ApplicantFiltersProps) {
  const { t } = useLingui();
  const { q = "", order, match, fit } = filter;
  const id = useId();
  const [text, setText] = useUrlText(q, (next) => onFilter({ q: next || undefined }));
  const [open, setOpen] = useState((match ?? fit) !== undefined);
  const karma = t(karmaLabel.noun);
  const orderNames = {
    newest: t`Newest first`,
    fit: t`Best fit`,
    karma: t`Highest ${karma}`,
    rating: t`Best rated`,
    tests: t`Most tests completed`,
  };
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-3 md:gap-x-3">
      <SearchInput value={text} onChange={setText} label={t`Search applicants`} className="max-md:flex-1 md:w-80" />
      <FiltersButton
        open={open}
        onToggle={() => setOpen(!open)}
        controls={id}
        count={[match, fit].filter(Boolean).length}
        className="md:hidden"
      >
        <Trans>Filters</Trans>
      </FiltersButton>
      <div id={id} className={cx("gap-2 md:contents", open ? "grid w-full grid-cols-2" : "max-md:hidden")}>
        <SortSelect
          label={t`Order`}
          value={order}
          options={applicantOrders.map((value) => ({ value, label: orderNames[value] }))}
          onChange={(order) => onFilter({ order })}
          className="w-full md:w-48"
        />
        <FilterSelect
          label={t`Fit`}
          all={t`Any fit`}
          value={fit}
          options={[
            { value: "all", label: t`Full match` },
            { value: "part", label: t`Partial match` },
          ]}
          onChange={(fit) => onFilter({ fit })}
        />
        {asksForAnswers(campaign) && (
          <FilterSelect
            label={t`Answers`}
            all={t`All answers`}
            value={match}
            options={[
              { value: "yes", label: t`Answers match` },
              { value: "no", label: t`Answers differ` },
            ]}
            onChange={(match) => onFilter({ match })}
          />
        )}
      </div>
      <p className="text-sm max-md:w-full md:ms-auto" aria-live="polite">
        <strong className="font-semibold">
          <Plural value={spots.left} _0="No spots left" one="# spot left" other="# spots left" />
        </strong>{" "}
        <span className="text-muted">
          <Trans>
            of {campaign.max_testers} · {campaign.auto_select ? t`automatic selection` : t`you choose`}
          </Trans>
        </span>
      </p>
    </div>
  );
}
