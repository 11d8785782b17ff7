// Apps: a developer's own, and those of the catalog.
import { map } from "rxjs";
import { type Query, row, rowsOf } from "../database/query.ts";
import type { App } from "../schema/apps.ts";

export const appById = (id: string): Query<App | null> => row(`appById|${id}`, "apps", id);

/** Newest first. */
export const appsOfDeveloper = (developerId: string): Query<App[]> => ({
  key: `appsOfDeveloper|${developerId}`,
  observe: (store) =>
    rowsOf(store, "apps", { selector: { developer_id: developerId } }).pipe(
      map((list) => list.sort((a, b) => b.created_at.localeCompare(a.created_at))),
    ),
});

/** The apps of the catalog, unsorted: the person chooses the order. */
export const publishedApps = (): Query<App[]> => ({
  key: "publishedApps",
  observe: (store) => rowsOf(store, "apps", { selector: { status: "published" } }),
});
