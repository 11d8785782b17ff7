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
  const request = {
    org_id: orgId,
    ...peopleFilter(filters),
    // Cached per campaign, so that exclusions do not affect the organization's list.
    ...(outside === undefined ? {} : { campaign_id: outside, not_in_campaign: outside }),
    limit: 100,
  };
  const list = useRemoteList(listPastTesters, request, { fits: (one) => fitsFilters(one, filters) });
  const shown: readonly PastTester[] = list.rows;
  const total = list.state === "ready" && !list.old ? (list.data.total ?? shown.length) : shown.length;
  return { list, shown, total };
}

export function useTesterGroups(orgId: string) {
  const list = useRemoteList(listTesterGroups, { org_id: orgId, limit: 200 });
  const groups: readonly TesterGroup[] = list.rows;
  return { list, groups };
}
