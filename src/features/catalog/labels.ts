// Words and tones of this feature's enums: the only place for them.
import { msg } from "@lingui/core/macro";
import type { App } from "../../../sync/schema/apps.ts";
import type { Release } from "../../../sync/schema/releases.ts";
import type { Labels } from "../../i18n/labels.ts";
import type { Tones } from "../../ui/color-role.ts";
import type { BuildPlatform } from "./build-action.ts";
import type { LinkKind } from "./build-links.ts";

type Status = App["status"] | Release["status"];

/** An admin hides a published app; its developer unpublishes it, and withdraws a release. */
export const publicationLabel: Labels<Status> = {
  draft: msg`Draft`,
  published: msg`Published`,
  unpublished: msg`Unpublished`,
  hidden: msg`Hidden by an admin`,
  withdrawn: msg({ message: "Withdrawn", context: "release" }),
  expired: msg({ message: "Expired", context: "release" }),
};

/** Products' names stay as they are. */
export const linkLabel: Labels<LinkKind> = {
  testflight: msg`TestFlight`,
  app_store: msg`Apple's App Store`,
  play_testing: msg`Testing on Google Play`,
  play_store: msg`Google Play`,
  web: msg`Web address`,
};

/** On the button that follows the link. */
export const openLinkLabel: Labels<LinkKind> = {
  testflight: msg`Open in TestFlight`,
  app_store: msg`Open in Apple's App Store`,
  play_testing: msg`Open on Google Play`,
  play_store: msg`Open on Google Play`,
  web: msg`Open the build`,
};

/** What to do on the device that a build is for. */
export const otherDeviceLabel: Labels<BuildPlatform> = {
  android: msg`Open this page on your Android phone`,
  ios: msg`Open this page on your iPhone or iPad`,
  macos: msg`Open this page on your Mac`,
  windows: msg`Open this page on your Windows computer`,
  web: msg`Open this page on your other device`,
};

export const publicationTone: Tones<Status> = {
  draft: "neutral",
  published: "positive",
  unpublished: "caution",
  hidden: "danger",
  withdrawn: "caution",
  expired: "caution",
};
