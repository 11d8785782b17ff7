import { useLingui } from "@lingui/react/macro";
import { useQueryOr } from "#state/query.ts";
import { appsOfOrganization } from "#sync/queries/apps.ts";
import type { App } from "#sync/schema/apps.ts";
import { platform } from "#sync/schema/campaigns.ts";
import type { TesterGroup } from "#sync/schema/past-tester-functions.ts";
import { FilterSelect } from "#ui/filter-select.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { useUrlText } from "#ui/use-url-text.ts";
import { karmaLabel } from "../../common/account-labels.ts";
import { platformLabel } from "../../common/campaign-labels.ts";
import { karmaSteps, type TesterFilters } from "../tester-filters.ts";

const none: App[] = [];

interface PastTesterFiltersProps {
  orgId: string;
  filters: TesterFilters;
  onChange: (change: TesterFilters) => void;
  groups?: readonly TesterGroup[];
}

export function PastTesterFilters({ orgId, filters, onChange, groups = [] }: PastTesterFiltersProps) {
  const { t } = useLingui();
  const apps = useQueryOr(appsOfOrganization(orgId), none);
  const [text, setText] = useUrlText(filters.q ?? "", (q) => onChange({ q: q || undefined }));
  const karma = t(karmaLabel.title);
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
      <SearchInput value={text} onChange={setText} label={t`Search by name`} className="col-span-2" />
      {groups.length > 0 && (
        <FilterSelect
          label={t`Group`}
          all={t`All groups`}
          value={filters.group}
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(group) => onChange({ group })}
        />
      )}
      <FilterSelect
        label={karma}
        all={t`Any ${t(karmaLabel.noun)}`}
        value={filters.karma}
        options={karmaSteps.map((value) => ({ value, label: t`${value} or more` }))}
        onChange={(value) => onChange({ karma: value })}
      />
      <FilterSelect
        label={t`Device`}
        all={t`All devices`}
        value={filters.device}
        options={platform.options
          .filter((value) => value !== "all")
          .map((value) => ({ value: value as string, label: t(platformLabel[value]) }))}
        onChange={(device) => onChange({ device })}
      />
      {apps.length > 0 && (
        <FilterSelect
          label={t`App`}
          all={t`All apps`}
          value={filters.app}
          options={apps.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(app) => onChange({ app })}
        />
      )}
    </div>
  );
}
