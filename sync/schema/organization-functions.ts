// Answers of the SQL functions for organization screens. Separate from functions.ts, which every
// first screen loads.
import * as v from "valibot";

import { pageOf } from "./admin-functions.ts";
import { campaignCard, developerFigures, reportFigures } from "./catalog.ts";
import { nothing, sqlFunction } from "./functions.ts";
import { organizationRole } from "./organizations.ts";

export const createOrganization = sqlFunction("create_organization", nothing);
export const moveApp = sqlFunction("move_app", nothing);
export const changeOrganization = sqlFunction("change_organization", nothing);

const organization = v.object({
  id: v.string(),
  name: v.string(),
  personal: v.boolean(),
  logo_path: v.string(),
  about: v.string(),
  website: v.string(),
  created_at: v.string(),
  /** The caller's role. */
  role: organizationRole,
  /** Number of members. */
  members: v.number(),
  owners: v.number(),
});
export type Organization = v.InferOutput<typeof organization>;
export const getOrganization = sqlFunction("get_organization", organization);

/** The public page of an organization; null if it has published nothing. */
const publicOrganization = v.object({
  id: v.string(),
  name: v.string(),
  logo_path: v.string(),
  about: v.string(),
  website: v.string(),
  since: v.string(),
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

const member = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  avatar_path: v.string(),
  role: organizationRole,
  joined_at: v.string(),
});
export type Member = v.InferOutput<typeof member>;
export const listMembers = sqlFunction("list_organization_members", v.object(pageOf(member)));

const reviewer = v.object({ id: v.string(), name: v.string(), email: v.string(), avatar_path: v.string() });
export type Reviewer = v.InferOutput<typeof reviewer>;
/** Members who can be assigned a report. */
export const listReviewers = sqlFunction("list_reviewers", v.object(pageOf(reviewer)));
export const setMemberRole = sqlFunction("set_member_role", nothing);
export const removeMember = sqlFunction("remove_member", nothing);

/** Fields of all invitations. */
export const invitationFields = {
  id: v.string(),
  email: v.string(),
  expires_at: v.string(),
  /** A display name. */
  invited_by: v.string(),
};
const invitation = v.object({ ...invitationFields, role: organizationRole, created_at: v.string() });
export type Invitation = v.InferOutput<typeof invitation>;
export const listInvitations = sqlFunction("list_invitations", v.object(pageOf(invitation)));
export const inviteMember = sqlFunction("invite_member", v.object({ id: v.string() }));
export const resendInvitation = sqlFunction("resend_invitation", nothing);
export const revokeInvitation = sqlFunction("revoke_invitation", nothing);

/** Fields that an invitation link shows before it is accepted. */
export const offerFields = {
  organization_name: v.string(),
  logo_path: v.string(),
  /** The address that the invitation is bound to. */
  email: v.string(),
  inviter_name: v.string(),
};
const offer = v.object({ ...offerFields, role: organizationRole });
export type InvitationOffer = v.InferOutput<typeof offer>;
export const readInvitation = sqlFunction("read_invitation", offer);
export const acceptInvitation = sqlFunction("accept_invitation", v.object({ org_id: v.string() }));

const activity = v.object({
  id: v.string(),
  actor_id: v.nullable(v.string()),
  actor_name: v.string(),
  action: v.string(),
  target_id: v.nullable(v.string()),
  details: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
  at: v.string(),
});
export type OrganizationActivity = v.InferOutput<typeof activity>;
export const listOrganizationActivity = sqlFunction("list_organization_activity", v.object(pageOf(activity)));
export const blockOrganization = sqlFunction("block_organization", nothing);
