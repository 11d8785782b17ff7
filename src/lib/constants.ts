// Constants from the specification. Rules that the server decides are in its settings instead.

export const LANGUAGE_KEY = "language";
export const THEME_KEY = "theme";
/** The signed-in user (`sync/auth/auth-storage.ts`). */
export const PERSON_KEY = "betaflock-person";
export const REMEMBERED_HOME_KEY = "home";
/** Cached system settings, which `public/theme.js` reads too. */
export const SITE_KEY = "site";

/** Set by "Not now" in the install offer. */
export const INSTALL_LATER_KEY = "install-later";

export const THIS_IPHONE_KEY = "this-iphone";

/** Date of the terms and privacy policy. */
export const LEGAL_UPDATED = "2025-05-14";

/** Set while this device has a pending contact message. */
export const CONTACT_WAITING_KEY = "contact-waiting";
export const CONTACT_MESSAGE_MAX = 5000;

export const MAIL_COOLDOWN_S = 60;

export const NAME_MIN = 2;
export const NAME_MAX = 120;
export const PASSWORD_MIN = 8;

/** Delay between the success toast and the next page. */
export const REDIRECT_AFTER_SIGNUP_MS = 2000;
export const REDIRECT_AFTER_LOGIN_MS = 1000;
export const REDIRECT_AFTER_CAMPAIGN_MS = 2000;

export const CAMPAIGN_DEFAULTS = {
  max_testers: 25,
  platform: "all",
  reward_model: "testing",
  reward_amount_cents: 1500,
  currency: "USD",
  auto_select: true,
  reminders: true,
  visibility: "public",
  review_days: 7,
} as const;
export const PLATFORMS = ["all", "android", "ios", "web", "windows", "macos"] as const;
export const STORE_PLATFORMS = ["all", "android", "ios", "windows", "macos", "web"] as const;
export const RECENT_DAYS = 30;

/** Clean Test Data keeps files with this prefix. */
export const PRESERVED_PREFIX = "app-content/";
export const UPLOAD_PROGRESS = { begun: 10, sending: 30, done: 100 } as const;
export const STORAGE_QUOTA_BYTES = 1024 ** 3;

export const NEXT_PAGE_RETRY_MS = 5_000;
