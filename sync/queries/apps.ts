// Apps: an organization's own, and those of the catalog.
import { map } from "rxjs";
import { type Query, row, rowsOf } from "../database/query.ts";
import type { App } from "../schema/apps.ts";

export const appById = (id: string): Query<App | null> => row(`appById|${id}`, "apps", id);

/** Newest first. */
export const appsOfOrganization = (orgId: string): Query<App[]> => ({
  key: `appsOfOrganization|${orgId}`,
  observe: (store) =>
    rowsOf(store, "apps", { selector: { org_id: orgId } }).pipe(
      map((list) => list.sort((a, b) => b.created_at.localeCompare(a.created_at))),
    ),
});

/** What an organization has in the catalog, unsorted. */
export const publishedAppsOf = (orgId: string): Query<App[]> => ({
  key: `publishedAppsOf|${orgId}`,
  observe: (store) =>
    rowsOf(store, "apps", { selector: { org_id: orgId } }).pipe(
      map((list) => list.filter(({ status }) => status === "published")),
    ),
});

/** The apps of the catalog, unsorted: the person chooses the order. */
export const publishedApps = (): Query<App[]> => ({
  key: "publishedApps",
  observe: (store) => rowsOf(store, "apps", { selector: { status: "published" } }),
});
