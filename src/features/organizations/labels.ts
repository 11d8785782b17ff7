import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { OrganizationActivity } from "#sync/schema/organization-functions.ts";
import type { Capability, Membership, OrganizationRole } from "#sync/schema/organizations.ts";
import { organizationRole } from "#sync/schema/organizations.ts";
import type { CallFailure } from "#sync/transport/result.ts";
import type { Labels } from "../../i18n/labels.ts";
import { organizationFailure } from "../common/organization-failures.ts";
import { failureText, rejectionCode } from "../sync/failures.ts";

export const memberRoleLabel: Labels<OrganizationRole> = {
  owner: msg({ message: "Owner", context: "organization" }),
  admin: msg({ message: "Admin", context: "organization" }),
  manager: msg({ message: "Manager", context: "organization" }),
  reviewer: msg({ message: "Reviewer", context: "organization" }),
  viewer: msg({ message: "Viewer", context: "organization" }),
};

export const memberRoleHelp: Labels<OrganizationRole> = {
  owner: msg`Everything, and decides who else is an owner`,
  admin: msg`Everything, including members and settings, but not owners`,
  manager: msg`Apps, campaigns and applicants, and everything a reviewer does`,
  reviewer: msg`Answers reports, and writes comments and notes`,
  viewer: msg`Reads everything, changes nothing`,
};

const roleName = (translate: (label: MessageDescriptor) => string, value: unknown): string => {
  const known = organizationRole.options.find((role) => role === value);
  return known ? translate(memberRoleLabel[known]) : String(value ?? "");
};

/** Describes an action without its subject. Unknown actions of a newer server are shown by code. */
export function activityText(
  { action, details }: Pick<OrganizationActivity, "action" | "details">,
  translate: (label: MessageDescriptor) => string,
): MessageDescriptor {
  const name = String(details.name ?? "");
  const email = String(details.email ?? "");
  const campaign = String(details.campaign_title ?? "");
  const count = String(details.count ?? "");
  const target = String(details.target ?? "");
  const summary = String(details.summary ?? "");
  const title = String(details.title ?? "");
  const role = roleName(translate, details.role);
  const end = (value: unknown) => (action === "member_role_changed" ? roleName(translate, value) : String(value ?? ""));
  const from = end(details.from);
  const to = end(details.to);
  switch (action) {
    case "organization_created":
      return msg`created the organization`;
    case "organization_renamed":
      return msg`renamed the organization from “${from}” to “${to}”`;
    case "app_moved":
      return msg`moved the app “${title}” from “${from}” to “${to}”`;
    case "member_invited":
      return msg`invited ${email} (${role})`;
    case "invitation_revoked":
      return msg`withdrew the invitation of ${email}`;
    case "member_joined":
      return msg`joined the organization (${role})`;
    case "member_role_changed":
      return msg`changed the role of ${name} from ${from} to ${to}`;
    case "member_removed":
      return msg`removed ${name} from the organization`;
    case "member_left":
      return msg`left the organization`;
    case "api_token_created":
      return msg`created the API token “${name}”`;
    case "api_token_revoked":
      return msg`revoked the API token “${name}”`;
    case "application_accepted":
      return msg`accepted ${name} to “${campaign}”`;
    case "application_rejected":
      return msg`did not select ${name} for “${campaign}”`;
    case "application_removed":
      return msg`removed ${name} from “${campaign}”`;
    case "testers_invited":
      return msg`invited testers to “${campaign}”: ${count}`;
    case "waves_started":
      return msg`started inviting testers to “${campaign}” in waves: ${count} at a time, up to ${target} testers`;
    case "waves_stopped":
      return msg`stopped the waves of invitations to “${campaign}”; invited: ${count}`;
    case "campaign_link_created":
      return msg`created a link to “${campaign}”`;
    case "campaign_link_revoked":
      return msg`withdrew a link to “${campaign}”`;
    case "summary_link_created":
      return msg`created a link to the summary of “${campaign}”`;
    case "summary_link_revoked":
      return msg`withdrew a link to the summary of “${campaign}”`;
    case "testers_nudged":
      return msg`reminded testers of “${campaign}” who have sent no report: ${count}`;
    case "announcement_sent":
      return msg`announced something to the testers of “${campaign}” (${count})`;
    case "announcement_removed":
      return msg`removed an announcement on “${campaign}”`;
    case "tester_group_created":
      return msg`created the group of testers “${name}”`;
    case "tester_group_changed":
      return from === name
        ? msg`changed the group of testers “${name}”`
        : msg`renamed the group of testers “${from}” to “${name}”`;
    case "tester_group_deleted":
      return msg`deleted the group of testers “${name}”`;
    case "testers_grouped":
      return msg`added testers to the group “${name}”: ${count}`;
    case "testers_ungrouped":
      return msg`removed testers from the group “${name}”: ${count}`;
    case "results_accepted":
      return msg`accepted the results of ${name} on “${campaign}”`;
    case "results_returned":
      return msg`sent the results of ${name} on “${campaign}” back`;
    case "feedback_approved":
      return msg`approved the report “${summary}” on “${campaign}”`;
    case "feedback_rejected":
      return msg`rejected the report “${summary}” on “${campaign}”`;
    case "feedback_changes_requested":
      return msg`requested changes to the report “${summary}” on “${campaign}”`;
    case "report_assigned":
      return msg`assigned the report “${summary}” on “${campaign}” to ${name}`;
    case "report_unassigned":
      return msg`unassigned ${name} from the report “${summary}” on “${campaign}”`;
    default:
      return { id: action, message: action };
  }
}

export function groupFailure(failure: CallFailure): MessageDescriptor {
  switch (rejectionCode(failure)) {
    case "duplicate":
      return msg`There is a group of this name already`;
    case "missing_parent":
      return msg`This group has been deleted, or the tester is no longer in it. Reload the page.`;
    case "too_many":
      return msg`The limit is reached: an organization can have 100 groups, and a group 10,000 testers.`;
    case "rate_limited":
      return msg`That was a lot of changes at once. Please try again in an hour.`;
    default:
      return organizationFailure(failure);
  }
}

export function tokenFailure(failure: CallFailure): MessageDescriptor {
  switch (rejectionCode(failure)) {
    case "too_many":
      return msg`An organization can have 20 tokens. Revoke an unused one.`;
    case "rate_limited":
      return msg`Too many tokens were created today. Please try again tomorrow.`;
    default:
      return organizationFailure(failure);
  }
}

/** Why an invitation cannot be shown or accepted, and what the user can do. */
export function invitationFailure(failure: CallFailure): MessageDescriptor {
  switch (rejectionCode(failure)) {
    case "missing_parent":
      return msg`This invitation has expired, was withdrawn or has already been used. Ask the person who invited you to send it again.`;
    case "forbidden":
      return msg`This invitation is for another email address, or yours is not verified yet. Log in with the invited address, or open the link in our message to verify it.`;
    case "not_allowed":
      return msg`Organizations are for developers. Log out and create a developer account, or ask to be invited at another address.`;
    case "too_many":
      return msg`You are in 20 organizations, which is the limit. Leave one of them first.`;
    default:
      return failureText(failure);
  }
}

/** Tells a member with an insufficient role what to do instead. */
export function roleLimit({ name, role }: Pick<Membership, "name" | "role">, needs: Capability): MessageDescriptor {
  if (needs === "administer")
    return msg`Only owners and admins of ${name} change this. Ask one of them for another role.`;
  return role === "reviewer"
    ? msg`As a reviewer in ${name} you can answer reports, but not change apps, campaigns or applicants. Ask an admin for another role.`
    : msg`As a viewer in ${name} you can read everything, but not change anything. Ask an admin for another role.`;
}
