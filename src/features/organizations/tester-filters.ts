import type { PastTester, PeopleFilter } from "#sync/schema/past-tester-functions.ts";
import { matches } from "../../lib/text-match.ts";

export interface TesterFilters {
  q?: string | undefined;
  karma?: number | undefined;
  device?: string | undefined;
  app?: string | undefined;
  group?: string | undefined;
}

export const karmaSteps = [10, 50, 100, 250, 500, 1000] as const;
export const noFilters = { q: undefined, karma: undefined, device: undefined, app: undefined } satisfies TesterFilters;

export const isFiltered = ({ q = "", karma, device, app }: TesterFilters): boolean =>
  q.trim() !== "" || karma !== undefined || device !== undefined || app !== undefined;

export const peopleFilter = ({ q = "", karma, device, app, group }: TesterFilters): PeopleFilter => ({
  search: q.trim(),
  karma: karma ?? null,
  platform: device ?? "",
  app_id: app ?? "",
  group_id: group ?? "",
});

/**
 * True if a cached tester matches. Cached rows do not contain apps, so the app filter matches none.
 */
export const fitsFilters = ({ card, groups }: PastTester, { q = "", karma, device, app, group }: TesterFilters) =>
  matches(q, card.name) &&
  (karma === undefined || card.karma >= karma) &&
  (device === undefined || card.devices.some((one) => one.platform === device)) &&
  (group === undefined || groups.includes(group)) &&
  app === undefined;

/** Distinct platforms in device order. */
export const platformsOfDevices = (devices: readonly { platform: string }[]): string[] => [
  ...new Set(devices.map(({ platform }) => platform)),
];
