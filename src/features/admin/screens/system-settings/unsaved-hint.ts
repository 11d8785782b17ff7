import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { isInEffect } from "#sync/schema/setting-effect.ts";
import type { Setting } from "#sync/schema/settings.ts";

/** Values in force until the setting is first saved. */
const unsaved: Partial<Record<string, MessageDescriptor>> = {
  auto_approve_developers: msg`Never saved. In force: on.`,
  min_password_length: msg`Never saved. In force: 8.`,
  password_expiry_days: msg`Never saved. In force: never.`,
  password_complexity: msg`Never saved. In force: off.`,
  require_2fa_for_admins: msg`Never saved. In force: off.`,
};

/** Settings whose shown default is also what happens without it. */
const alike: ReadonlySet<string> = new Set([
  ...["open_registration", "maintenance_mode", "multilingual", "follow_browser_language"],
  ...["email", "web_push", "in_app", "paypal"],
]);

/** What to say next to a setting whose shown value is not in force; null if it is. */
export function unsavedHint(
  setting: Pick<Setting, "saved_at" | "display_only">,
  name: string,
): MessageDescriptor | null {
  if (isInEffect(setting, name) || alike.has(name)) return null;
  return unsaved[name] ?? (setting.saved_at === null ? null : msg`Never saved, so not in force.`);
}
