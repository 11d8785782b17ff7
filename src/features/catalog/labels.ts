import { msg } from "@lingui/core/macro";
import type { App } from "#sync/schema/apps.ts";
import type { Release } from "#sync/schema/releases.ts";
import type { Labels } from "../../i18n/labels.ts";
import { labelsAndTones } from "../../ui/labels-and-tones.ts";
import type { BuildPlatform } from "./build-action.ts";
import type { LinkKind } from "./build-links.ts";

type Status = App["status"] | Release["status"];

/** Admins hide a published app; developers unpublish it, and withdraw a release. */
export const [publicationLabel, publicationTone] = labelsAndTones<Status>({
  draft: [msg`Draft`, "neutral"],
  published: [msg`Published`, "positive"],
  unpublished: [msg`Unpublished`, "caution"],
  hidden: [msg`Hidden by an admin`, "danger"],
  withdrawn: [msg({ message: "Withdrawn", context: "release" }), "caution"],
  expired: [msg({ message: "Expired", context: "release" }), "caution"],
});

/** Product names are not translated. */
export const linkLabel: Labels<LinkKind> = {
  testflight: msg`TestFlight`,
  app_store: msg`Apple's App Store`,
  play_testing: msg`Testing on Google Play`,
  play_store: msg`Google Play`,
  web: msg`Web address`,
};

export const openLinkLabel: Labels<LinkKind> = {
  testflight: msg`Open in TestFlight`,
  app_store: msg`Open in Apple's App Store`,
  play_testing: msg`Open on Google Play`,
  play_store: msg`Open on Google Play`,
  web: msg`Open the build`,
};

/** Instructions for opening a build on the right device. */
export const otherDeviceLabel: Labels<BuildPlatform> = {
  android: msg`Open this page on your Android phone`,
  ios: msg`Open this page on your iPhone or iPad`,
  macos: msg`Open this page on your Mac`,
  windows: msg`Open this page on your Windows computer`,
  web: msg`Open this page on your other device`,
};
