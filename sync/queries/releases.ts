import { map, of } from "rxjs";
import { type Query, query, rowOf, rows } from "../database/query.ts";
import type { Release } from "../schema/releases.ts";

/** Null if not on this device. Admins have no releases, but see flagged reports about them. */
export const releaseById = (id: string): Query<Release | null> =>
  query(`releaseById|${id}`, (store) => (store.has("releases") ? rowOf(store, "releases", id) : of(null)));

export const releasesById = (ids: readonly string[]): Query<Release[]> =>
  rows(`releasesById|${ids.join()}`, "releases", { selector: { id: { $in: [...ids] } } });

/** Versions of these releases by id, as far as they are on this device. */
export const versionsOf = (ids: readonly string[]): Query<ReadonlyMap<string, string>> =>
  query(`versionsOf|${ids.join()}`, (store) =>
    releasesById(ids)
      .observe(store)
      .pipe(map((list) => new Map(list.map(({ id, version }) => [id, version])))),
  );

const newestFirst = (list: Release[]) => list.sort((a, b) => b.created_at.localeCompare(a.created_at));

export const releasesOf = (appId: string): Query<Release[]> =>
  rows(`releasesOf|${appId}`, "releases", { selector: { app_id: appId } }, newestFirst);

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
/** Sorts an app's current version first, like private.refresh_app in SQL. */
export const latestFirst = (a: Release, b: Release): number =>
  order(b.published_at ?? "", a.published_at ?? "") || order(a.id, b.id);

/** The build of a campaign that follows its app, like private.newest_build in SQL. @param now ms */
export const newestBuild = (releases: readonly Release[], now: number): Release | undefined =>
  releases
    .filter(
      ({ status, file_removed_at, expires_at, signing_expires_at }) =>
        status === "published" &&
        file_removed_at === null &&
        [expires_at, signing_expires_at].every((end) => end === null || Date.parse(end) > now),
    )
    .sort(latestFirst)[0];
