import { useCampaignSearch } from "#features/common/use-campaign-search.ts";
import { matches } from "#lib/text-match.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Task } from "#sync/schema/tasks.ts";
import { resultsOf, setOf } from "../../result-figures.ts";

/** The testers that match the filters of the address. @param tasks the shown ones */
export function useResultFilters(tasks: readonly Task[], takers: readonly Application[]) {
  const [{ q = "", sets, build = "", on, item }, filter] = useCampaignSearch();
  const found = takers.filter(
    (taker) =>
      matches(q, taker.card.name, ...taker.card.devices.map(({ name, os }) => `${name} ${os}`)) &&
      (!on || taker.card.devices.some(({ os }) => os === on)) &&
      (build === "" || tasks.some((task) => resultsOf(task, taker, build).length > 0)),
  );
  return {
    ...{ q, sets, build, on, item, filter, found },
    shown: found.filter((taker) => !sets || setOf(taker) === sets),
    clear: () => filter({ q: undefined, sets: undefined, build: undefined, on: undefined, item: undefined }),
  };
}
export type ResultFilters = ReturnType<typeof useResultFilters>;
