// An organization's own apps; those of others are in the catalog (sync/catalog).
import { type Query, row, rows } from "../database/query.ts";
import type { App } from "../schema/apps.ts";

export const appById = (id: string): Query<App | null> => row(`appById|${id}`, "apps", id);

export const appsOfOrganization = (orgId: string): Query<App[]> =>
  rows(`appsOfOrganization|${orgId}`, "apps", { selector: { org_id: orgId } }, (list) =>
    list.sort((a, b) => b.created_at.localeCompare(a.created_at)),
  );
