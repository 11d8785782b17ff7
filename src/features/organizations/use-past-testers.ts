// Past testers and groups of an organization, loaded page by page.
import {
  listPastTesters,
  listTesterGroups,
  type PastTester,
  type TesterGroup,
} from "#sync/schema/past-tester-functions.ts";
import { useRemoteList } from "../../state/use-online-query.ts";
import { fitsFilters, peopleFilter, type TesterFilters } from "./tester-filters.ts";

/** @param outside excludes the testers of this campaign */
export function usePastTesters(orgId: string, filters: TesterFilters, outside?: string) {
  const list = useRemoteList(listPastTesters, {
    org_id: orgId,
    ...peopleFilter(filters),
    // Cached per campaign, so that exclusions do not affect the organization's list.
    ...(outside === undefined ? {} : { campaign_id: outside, not_in_campaign: outside }),
    limit: 100,
  });
  // Cached rows from another search must match this one too.
  const shown: readonly PastTester[] =
    list.state === "ready" && list.old ? list.rows.filter((one) => fitsFilters(one, filters)) : list.rows;
  const total = list.state === "ready" && !list.old ? (list.data.total ?? shown.length) : shown.length;
  return { list, shown, total };
}

export function useTesterGroups(orgId: string) {
  const list = useRemoteList(listTesterGroups, { org_id: orgId, limit: 200 });
  const groups: readonly TesterGroup[] = list.rows;
  return { list, groups };
}
