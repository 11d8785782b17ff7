import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { lazyMessage } from "#i18n/i18n.ts";
import { oneLine, trimmed } from "#sync/inputs/single-line.ts";
import type { AppInput } from "#sync/mutations/apps.ts";
import { type App, appPlatform, appType } from "#sync/schema/apps.ts";

const tooLong = lazyMessage(msg`This is too long.`);

export const MOST_SCREENSHOTS = 8;

export const appForm: v.GenericSchema<AppInput> = v.object({
  title: v.pipe(
    v.string(),
    v.transform(oneLine),
    v.nonEmpty(lazyMessage(msg`Required`)),
    v.maxCodePoints(120, tooLong),
  ),
  description: v.pipe(v.string(), v.transform(trimmed), v.maxCodePoints(5000, tooLong)),
  platform: appPlatform,
  type: appType,
  icon_path: v.string(),
  screenshots: v.array(v.string()),
  requirements: v.array(v.pipe(v.string(), v.maxCodePoints(200, tooLong))),
  compatibility: v.pipe(v.string(), v.transform(oneLine), v.maxCodePoints(400, tooLong)),
});

/** Publishing requires a description, so it cannot be removed afterwards. */
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

export const typeOf: { readonly [P in App["platform"]]: App["type"] } = {
  android: "APK",
  ios: "IPA",
  windows: "EXE",
  macos: "DMG",
  web: "WEB",
};
