// How past testers are filtered, by the server and in an answer that was stored before.
import type { PastTester, PeopleFilter } from "../../../sync/schema/past-tester-functions.ts";
import { matches } from "../../lib/text-match.ts";

export interface TesterFilters {
  q?: string | undefined;
  /** At least. */
  karma?: number | undefined;
  /** They have a device of this platform. */
  device?: string | undefined;
  /** They took part in a campaign of this app. */
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
 * Does somebody from a stored answer fit? It does not tell who tested which app: nobody is shown as
 * if they had.
 */
export const fitsFilters = ({ card, groups }: PastTester, { q = "", karma, device, app, group }: TesterFilters) =>
  matches(q, card.name) &&
  (karma === undefined || card.karma >= karma) &&
  (device === undefined || card.devices.some((one) => one.platform === device)) &&
  (group === undefined || groups.includes(group)) &&
  app === undefined;

/** Each platform once, in the order of the devices. */
export const platformsOfDevices = (devices: readonly { platform: string }[]): string[] => [
  ...new Set(devices.map(({ platform }) => platform)),
];
