// Answers of the SQL functions for organization screens. Separate from functions.ts, which every
// first screen loads.
import * as v from "valibot";

import { pageOf } from "./admin-functions.ts";
import { campaignCard, developerFigures, reportFigures } from "./catalog.ts";
import { args, command, numbers, sqlFunction, strings } from "./functions.ts";
import { type OrganizationRole, organizationRole } from "./organizations.ts";

/** The id is the same for each retry, so that one organization is created. */
export const createOrganization = command<{ id: string; name: string }>("create_organization");
/** Moves an app with its campaigns from the personal organization. */
export const moveApp = command<{ app_id: string; org_id: string }>("move_app");
/** Only the changed fields, so that concurrent changes are kept. */
type OrganizationChange = Partial<Record<"name" | "about" | "website" | "logo_path", string>>;
export const changeOrganization = command<{ org_id: string; change: OrganizationChange }>("change_organization");

const organization = v.object({
  ...strings("id", "name", "logo_path", "about", "website", "created_at"),
  personal: v.boolean(),
  /** The caller's role. */
  role: organizationRole,
  ...numbers("members", "owners"),
});
export type Organization = v.InferOutput<typeof organization>;
export const getOrganization = sqlFunction("get_organization", organization);

/** The public page of an organization; null if it has published nothing. */
const publicOrganization = v.object({
  ...strings("id", "name", "logo_path", "about", "website", "since"),
  /** The 24 newest running public campaigns. */
  tests: v.array(campaignCard),
  ...developerFigures,
});
export type PublicOrganization = v.InferOutput<typeof publicOrganization>;
export const readOrganization = sqlFunction("read_organization", v.nullable(publicOrganization));

/** Additional data on a published app's page; null for other apps. */
const storeApp = v.object({ id: v.string(), tests: v.array(campaignCard), ...reportFigures });
export type StoreApp = v.InferOutput<typeof storeApp>;
export const readStoreApp = sqlFunction("read_store_app", v.nullable(storeApp));

const member = v.object({ ...strings("id", "name", "email", "avatar_path", "joined_at"), role: organizationRole });
export type Member = v.InferOutput<typeof member>;
export const listMembers = sqlFunction("list_organization_members", v.object(pageOf(member)));

const reviewer = v.object(strings("id", "name", "email", "avatar_path"));
export type Reviewer = v.InferOutput<typeof reviewer>;
/** Members who can be assigned a report. */
export const listReviewers = sqlFunction("list_reviewers", v.object(pageOf(reviewer)));
export const setMemberRole = command<{ org_id: string; user_id: string; role: OrganizationRole }>("set_member_role");
export const removeMember = command<{ org_id: string; user_id: string }>("remove_member");

/** Fields of all invitations. `invited_by`: a display name. */
export const invitationFields = strings("id", "email", "expires_at", "invited_by");
const invitation = v.object({ ...invitationFields, role: organizationRole, created_at: v.string() });
export type Invitation = v.InferOutput<typeof invitation>;
export const listInvitations = sqlFunction("list_invitations", v.object(pageOf(invitation)));
export const inviteMember = sqlFunction(
  "invite_member",
  v.object({ id: v.string() }),
  /** `request_id` is the same for each retry, so that one message is sent. */
  args<{ org_id: string; email: string; role: OrganizationRole; request_id: string }>(),
);
export const resendInvitation = command<{ invitation: string }>("resend_invitation");
export const revokeInvitation = command<{ invitation: string }>("revoke_invitation");

/** Fields that an invitation link shows. `email`: the address that the invitation is bound to. */
export const offerFields = strings("organization_name", "logo_path", "email", "inviter_name");
const offer = v.object({ ...offerFields, role: organizationRole });
export type InvitationOffer = v.InferOutput<typeof offer>;
export const readInvitation = sqlFunction("read_invitation", offer, args<{ token: string }>());
export const acceptInvitation = sqlFunction(
  "accept_invitation",
  v.object({ org_id: v.string() }),
  args<{ token: string }>(),
);

const activity = v.object({
  ...strings("id", "actor_name", "action", "at"),
  actor_id: v.nullable(v.string()),
  target_id: v.nullable(v.string()),
  details: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
});
export type OrganizationActivity = v.InferOutput<typeof activity>;
export const listOrganizationActivity = sqlFunction("list_organization_activity", v.object(pageOf(activity)));
export const blockOrganization = command<{ org_id: string; blocked: boolean }>("block_organization");
