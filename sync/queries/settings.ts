// What the admins have set, as far as it has an effect on this side.
import { map } from "rxjs";
import { readMeta } from "../database/device-db.ts";
import { type Query, rows, rowsOf, sideOf } from "../database/query.ts";
import type { Setting } from "../schema/settings.ts";

export const allSettings = (): Query<Setting[]> => rows("allSettings", "settings", {});

/** When this device heard last that the settings have changed; null: never. */
export const settingsChangedAt = (): Query<string | null> => ({
  key: "settingsChangedAt",
  observe: (store) => sideOf(async () => (await readMeta<string>(store.side, "settings_changed")) ?? null),
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
