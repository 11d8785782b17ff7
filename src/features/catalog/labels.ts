// Words and tones of this feature's enums: the only place for them.
import { msg } from "@lingui/core/macro";
import type { App } from "../../../sync/schema/apps.ts";
import type { Release } from "../../../sync/schema/releases.ts";
import type { Labels } from "../../i18n/labels.ts";
import type { Tones } from "../../ui/color-role.ts";

type Status = App["status"] | Release["status"];

/** An admin hides a published app; its developer unpublishes it, and withdraws a release. */
export const publicationLabel: Labels<Status> = {
  draft: msg`Draft`,
  published: msg`Published`,
  unpublished: msg`Unpublished`,
  hidden: msg`Hidden by an admin`,
  withdrawn: msg({ message: "Withdrawn", context: "release" }),
};

export const publicationTone: Tones<Status> = {
  draft: "neutral",
  published: "positive",
  unpublished: "caution",
  hidden: "danger",
  withdrawn: "caution",
};
