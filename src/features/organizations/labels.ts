import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { OrganizationActivity } from "#sync/schema/organization-functions.ts";
import type { Capability, Membership, OrganizationRole } from "#sync/schema/organizations.ts";
import { organizationRole } from "#sync/schema/organizations.ts";
import type { Labels } from "../../i18n/labels.ts";
import { organizationFailure } from "../common/organization-failures.ts";
import { failureTexts } from "../sync/failures.ts";

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
  const texts: { readonly [action: string]: MessageDescriptor } = {
    organization_created: msg`created the organization`,
    organization_renamed: msg`renamed the organization from “${from}” to “${to}”`,
    app_moved: msg`moved the app “${title}” from “${from}” to “${to}”`,
    member_invited: msg`invited ${email} (${role})`,
    invitation_revoked: msg`withdrew the invitation of ${email}`,
    member_joined: msg`joined the organization (${role})`,
    member_role_changed: msg`changed the role of ${name} from ${from} to ${to}`,
    member_removed: msg`removed ${name} from the organization`,
    member_left: msg`left the organization`,
    api_token_created: msg`created the API token “${name}”`,
    api_token_revoked: msg`revoked the API token “${name}”`,
    application_accepted: msg`accepted ${name} to “${campaign}”`,
    application_rejected: msg`did not select ${name} for “${campaign}”`,
    application_removed: msg`removed ${name} from “${campaign}”`,
    testers_invited: msg`invited testers to “${campaign}”: ${count}`,
    waves_started: msg`started inviting testers to “${campaign}” in waves: ${count} at a time, up to ${target} testers`,
    waves_stopped: msg`stopped the waves of invitations to “${campaign}”; invited: ${count}`,
    campaign_link_created: msg`created a link to “${campaign}”`,
    campaign_link_revoked: msg`withdrew a link to “${campaign}”`,
    summary_link_created: msg`created a link to the summary of “${campaign}”`,
    summary_link_revoked: msg`withdrew a link to the summary of “${campaign}”`,
    testers_nudged: msg`reminded testers of “${campaign}” who have sent no report: ${count}`,
    announcement_sent: msg`announced something to the testers of “${campaign}” (${count})`,
    announcement_removed: msg`removed an announcement on “${campaign}”`,
    tester_group_created: msg`created the group of testers “${name}”`,
    tester_group_changed:
      from === name
        ? msg`changed the group of testers “${name}”`
        : msg`renamed the group of testers “${from}” to “${name}”`,
    tester_group_deleted: msg`deleted the group of testers “${name}”`,
    testers_grouped: msg`added testers to the group “${name}”: ${count}`,
    testers_ungrouped: msg`removed testers from the group “${name}”: ${count}`,
    results_accepted: msg`accepted the results of ${name} on “${campaign}”`,
    results_returned: msg`sent the results of ${name} on “${campaign}” back`,
    feedback_approved: msg`approved the report “${summary}” on “${campaign}”`,
    feedback_rejected: msg`rejected the report “${summary}” on “${campaign}”`,
    feedback_changes_requested: msg`requested changes to the report “${summary}” on “${campaign}”`,
    report_assigned: msg`assigned the report “${summary}” on “${campaign}” to ${name}`,
    report_unassigned: msg`unassigned ${name} from the report “${summary}” on “${campaign}”`,
  };
  return texts[action] ?? { id: action, message: action };
}

export const groupFailure = failureTexts(
  {
    duplicate: msg`There is a group of this name already`,
    missing_parent: msg`This group has been deleted, or the tester is no longer in it. Reload the page.`,
    too_many: msg`The limit is reached: an organization can have 100 groups, and a group 10,000 testers.`,
    rate_limited: msg`That was a lot of changes at once. Please try again in an hour.`,
  },
  organizationFailure,
);

export const tokenFailure = failureTexts(
  {
    too_many: msg`An organization can have 20 tokens. Revoke an unused one.`,
    rate_limited: msg`Too many tokens were created today. Please try again tomorrow.`,
  },
  organizationFailure,
);

/** Why an invitation cannot be shown or accepted, and what the user can do. */
export const invitationFailure = failureTexts({
  missing_parent: msg`This invitation has expired, was withdrawn or has already been used. Ask the person who invited you to send it again.`,
  forbidden: msg`This invitation is for another email address, or yours is not verified yet. Log in with the invited address, or open the link in our message to verify it.`,
  not_allowed: msg`Organizations are for developers. Log out and create a developer account, or ask to be invited at another address.`,
  too_many: msg`You are in 20 organizations, which is the limit. Leave one of them first.`,
});

/** Tells a member with an insufficient role what to do instead. */
export function roleLimit({ name, role }: Pick<Membership, "name" | "role">, needs: Capability): MessageDescriptor {
  if (needs === "administer")
    return msg`Only owners and admins of ${name} change this. Ask one of them for another role.`;
  return role === "reviewer"
    ? msg`As a reviewer in ${name} you can answer reports, but not change apps, campaigns or applicants. Ask an admin for another role.`
    : msg`As a viewer in ${name} you can read everything, but not change anything. Ask an admin for another role.`;
}
