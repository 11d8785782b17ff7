// Versions of apps.
import { map } from "rxjs";
import { type Query, row, rowsOf } from "../database/query.ts";
import type { Release } from "../schema/releases.ts";

export const releaseById = (id: string): Query<Release | null> => row(`releaseById|${id}`, "releases", id);

const newestFirst = (list: Release[]) => list.sort((a, b) => b.created_at.localeCompare(a.created_at));

/** All versions of one app, drafts too, newest first. */
export const releasesOf = (appId: string): Query<Release[]> => ({
  key: `releasesOf|${appId}`,
  observe: (store) => rowsOf(store, "releases", { selector: { app_id: appId } }).pipe(map(newestFirst)),
});

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
/** An app's current version, as private.refresh_app in SQL computes it. */
export const latestFirst = (a: Release, b: Release): number =>
  order(b.published_at ?? "", a.published_at ?? "") || order(a.id, b.id);
