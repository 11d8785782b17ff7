// Past testers and groups of an organization, asked of the server page by page.
import {
  listPastTesters,
  listTesterGroups,
  type PastTester,
  type TesterGroup,
} from "../../../sync/schema/past-tester-functions.ts";
import { useRemoteList } from "../../state/use-online-query.ts";
import { fitsFilters, peopleFilter, type TesterFilters } from "./tester-filters.ts";

/** @param outside a campaign: who is in it is left out */
export function usePastTesters(orgId: string, filters: TesterFilters, outside?: string) {
  const list = useRemoteList(listPastTesters, {
    org_id: orgId,
    ...peopleFilter(filters),
    // Stored by the campaign: the organization's own list lacks nobody.
    ...(outside === undefined ? {} : { campaign_id: outside, not_in_campaign: outside }),
    limit: 100,
  });
  // Stored from another search: what does not fit this one would look like an answer to it.
  const shown: readonly PastTester[] =
    list.state === "ready" && list.old ? list.rows.filter((one) => fitsFilters(one, filters)) : list.rows;
  const total = list.state === "ready" && !list.old ? (list.data.total ?? shown.length) : shown.length;
  return { list, shown, total };
}

/** All of them: an organization has at most 100. */
export function useTesterGroups(orgId: string) {
  const list = useRemoteList(listTesterGroups, { org_id: orgId, limit: 200 });
  const groups: readonly TesterGroup[] = list.rows;
  return { list, groups };
}
