// Settings of the admins that affect this device.
import { readMeta } from "../database/device-db.ts";
import { liveDevice, type Query, query, rows } from "../database/query.ts";
import { isInEffect } from "../schema/setting-effect.ts";
import type { Setting } from "../schema/settings.ts";

export const allSettings = (): Query<Setting[]> => rows("allSettings", "settings", {});

/** When this device last received notice of changed settings; null: never. */
export const settingsChangedAt = (): Query<string | null> =>
  query("settingsChangedAt", (store) =>
    liveDevice(async () => (await readMeta<string>(store.device, "settings_changed")) ?? null),
  );

/** True if admins need a second factor, without which the database gives them no rights. */
export const needsSecondFactor = (): Query<boolean> =>
  rows("needsSecondFactor", "settings", {}, (list) =>
    list.some(
      (s) =>
        s.section === "security" && s.values.require_2fa_for_admins === true && isInEffect(s, "require_2fa_for_admins"),
    ),
  );
