import { expect, test } from "vitest";
import { unsavedHint } from "../../../src/features/admin/screens/system-settings/unsaved-hint.ts";
import { siteOf } from "../../../src/state/site-settings.ts";

/** The defaults of the migration `settings`. */
const defaults = {
  general: {
    ...{ max_testers_per_campaign: 100, maintenance_mode: false, open_registration: true, multilingual: true },
    ...{ timezone: "UTC", date_format: "MM/DD/YYYY", language: "en", follow_browser_language: false },
  },
  notifications: { email: true, web_push: true, in_app: true },
  payments: { currency: "USD", paypal: true },
} as const;

test("S25 a setting that was never saved is marked only if saving its shown value would change something", () => {
  for (const section of ["general", "notifications", "payments"] as const) {
    const values = defaults[section];
    const keys = Object.keys(values);
    for (const key of keys) {
      const saved_at = "2026-01-01T00:00:00.000Z";
      const site = (display_only: string[]) => JSON.stringify(siteOf([{ section, values, saved_at, display_only }]));
      const changes = site(keys.filter((one) => one !== key)) !== site(keys);
      expect(unsavedHint({ saved_at, display_only: keys }, key) !== null, key).toBe(changes);
      expect(unsavedHint({ saved_at, display_only: [] }, key)).toBeNull();
    }
  }
});

test("S25 a setting that differs from what is in force says so before the first save", () => {
  const never = { saved_at: null, display_only: [] };
  expect(unsavedHint(never, "auto_approve_developers")?.message).toBe("Never saved. In force: on.");
  expect(unsavedHint(never, "min_password_length")?.message).toBe("Never saved. In force: 8.");
});
