// What the admins have set, as far as it has an effect on this side.
import { map } from "rxjs";
import { type Query, rows, rowsOf } from "../database/query.ts";
import type { Setting } from "../schema/settings.ts";

export const allSettings = (): Query<Setting[]> => rows("allSettings", "settings", {});

/**
 * The most testers that a campaign may have; null: no admin has said so (decisions.md, "Settings
 * with an effect").
 */
export const testersLimit = (): Query<number | null> => ({
  key: "testersLimit",
  observe: (store) =>
    rowsOf(store, "settings", {}).pipe(
      map((list) => {
        const general = list.find((s) => s.section === "general" && s.saved_at !== null);
        const most = general?.values.max_testers_per_campaign;
        return typeof most === "number" ? most : null;
      }),
    ),
});

/**
 * Do admins need a second factor? The database enforces it, too: without it they have no rights.
 */
export const needsSecondFactor = (): Query<boolean> => ({
  key: "needsSecondFactor",
  observe: (store) =>
    rowsOf(store, "settings", {}).pipe(
      map((list) =>
        list.some((s) => s.section === "security" && s.saved_at !== null && s.values.require_2fa_for_admins === true),
      ),
    ),
});
