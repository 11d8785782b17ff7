import { msg } from "@lingui/core/macro";
import type { Application } from "#sync/schema/applications.ts";
import type { Labels } from "../../i18n/labels.ts";
import { labelsAndTones } from "../../ui/labels-and-tones.ts";

export const [applicationStatusLabel, applicationTone] = labelsAndTones<Application["status"]>({
  pending: [msg`Pending`, "caution"],
  accepted: [msg`Accepted`, "positive"],
  rejected: [msg`Not selected`, "neutral"],
  withdrawn: [msg`Withdrawn`, "neutral"],
  removed: [msg`Removed`, "danger"],
  completed: [msg`Completed`, "info"],
});

/** Plural labels, for filters. */
export const applicationsStatusLabel: Labels<Application["status"]> = {
  pending: msg({ message: "Pending", context: "applications" }),
  accepted: msg({ message: "Accepted", context: "applications" }),
  rejected: msg({ message: "Not selected", context: "applications" }),
  withdrawn: msg({ message: "Withdrawn", context: "applications" }),
  removed: msg({ message: "Removed", context: "applications" }),
  completed: msg({ message: "Completed", context: "applications" }),
};

/** Describes the applicant: in Spanish the gender differs from that of an application. */
export const applicantStatusLabel: Labels<Application["status"]> = {
  pending: msg({ message: "Pending", context: "applicant" }),
  accepted: msg({ message: "Accepted", context: "applicant" }),
  rejected: msg({ message: "Not selected", context: "applicant" }),
  withdrawn: msg({ message: "Withdrawn", context: "applicant" }),
  removed: msg({ message: "Removed", context: "applicant" }),
  completed: msg({ message: "Completed", context: "applicant" }),
};

export const applicantsStatusLabel: Labels<Application["status"]> = {
  pending: msg({ message: "Pending", context: "applicants" }),
  accepted: msg({ message: "Accepted", context: "applicants" }),
  rejected: msg({ message: "Not selected", context: "applicants" }),
  withdrawn: msg({ message: "Withdrawn", context: "applicants" }),
  removed: msg({ message: "Removed", context: "applicants" }),
  completed: msg({ message: "Completed", context: "applicants" }),
};
