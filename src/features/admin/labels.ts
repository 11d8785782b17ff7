import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Setting } from "#sync/schema/settings.ts";
import type { Labels } from "../../i18n/labels.ts";

export const settingSectionLabel: Labels<Setting["section"]> = {
  general: msg`General`,
  security: msg`Security`,
  notifications: msg`Notifications`,
  payments: msg`Payments`,
  branding: msg`Branding`,
};

export const settingLabel = {
  max_testers_per_campaign: msg`Maximum testers per campaign`,
  open_registration: msg`Open registration`,
  auto_approve_developers: msg`Auto-approve developers`,
  maintenance_mode: msg`Maintenance mode`,
  timezone: msg`Time zone`,
  date_format: msg`Date format`,
  language: msg`Default language`,
  multilingual: msg`Multilingual`,
  follow_browser_language: msg`Follow the browser’s language`,
  min_password_length: msg`Minimum password length`,
  password_expiry_days: msg`Password expiry (days)`,
  password_complexity: msg`Password complexity`,
  require_2fa_for_admins: msg`Require two-step verification for admins`,
  email: msg`Email notifications`,
  web_push: msg`Web push notifications`,
  in_app: msg`In-app notifications`,
  currency: msg`Currency`,
  paypal: msg`PayPal`,
  stripe: msg`Stripe`,
  primary_colour: msg`Primary colour`,
  logo_path: msg`Logo`,
  favicon_path: msg`Favicon`,
} as const satisfies Record<string, MessageDescriptor>;
