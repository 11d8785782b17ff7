// What the app form asks of each field, and how that becomes a row. Pure.
import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import type { AppInput } from "../../../../../sync/mutations/apps.ts";
import { type App, appPlatform, appType } from "../../../../../sync/schema/apps.ts";
import { lazyMessage } from "../../../../i18n/i18n.ts";

const tooLong = lazyMessage(msg`This is too long.`);

export const MOST_SCREENSHOTS = 8;

export const appForm: v.GenericSchema<AppInput> = v.object({
  title: v.pipe(v.string(), v.trim(), v.nonEmpty(lazyMessage(msg`Required`)), v.maxLength(120, tooLong)),
  description: v.pipe(v.string(), v.trim(), v.maxLength(5000, tooLong)),
  platform: appPlatform,
  type: appType,
  icon_path: v.string(),
  screenshots: v.array(v.string()),
  requirements: v.array(v.pipe(v.string(), v.maxLength(200, tooLong))),
  compatibility: v.pipe(v.string(), v.trim(), v.maxLength(400, tooLong)),
});

/**
 * The server asks for a description when the app is published: it must not be taken out afterwards.
 */
export const publishedAppForm = v.pipe(
  appForm,
  v.forward(
    v.check((app) => app.description !== "", lazyMessage(msg`Required`)),
    ["description"],
  ),
);

export const emptyApp: AppInput = {
  title: "",
  description: "",
  platform: "android",
  type: "APK",
  icon_path: "",
  screenshots: [],
  requirements: [],
  compatibility: "",
};

export const toInput = (app: App): AppInput => ({
  title: app.title,
  description: app.description,
  platform: app.platform,
  type: app.type,
  icon_path: app.icon_path,
  screenshots: [...app.screenshots],
  requirements: [...app.requirements],
  compatibility: app.compatibility,
});

/** The kind of file that a platform takes. */
export const typeOf: { readonly [P in App["platform"]]: App["type"] } = {
  android: "APK",
  ios: "IPA",
  windows: "EXE",
  macos: "DMG",
  web: "WEB",
};

/** Only what was changed here: another device's edit of another field must not be written over. */
export const appChanges = (values: AppInput, before: AppInput): Partial<AppInput> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof AppInput]),
    ),
  );
