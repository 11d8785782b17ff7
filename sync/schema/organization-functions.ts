// Answers of the SQL functions for the screens of an organization. Apart from functions.ts, which
// every first screen loads.
import * as v from "valibot";

import { pageOf } from "./admin-functions.ts";
import { campaignCard } from "./catalog.ts";
import { nothing, sqlFunction } from "./functions.ts";
import { organizationRole } from "./organizations.ts";

export const createOrganization = sqlFunction("create_organization", nothing);
export const changeOrganization = sqlFunction("change_organization", nothing);

const organization = v.object({
  id: v.string(),
  name: v.string(),
  personal: v.boolean(),
  logo_path: v.string(),
  about: v.string(),
  website: v.string(),
  created_at: v.string(),
  /** The caller's. */
  role: organizationRole,
  /** How many there are. */
  members: v.number(),
  owners: v.number(),
});
export type Organization = v.InferOutput<typeof organization>;
export const getOrganization = sqlFunction("get_organization", organization);

/** What the reports of an app's or organization's public tests say. */
const reportFigures = {
  /** The mean; null: nobody has rated. */
  rating: v.nullable(v.number()),
  /** How many; 1,000 at most. */
  ratings: v.number(),
};

/** What everybody may read of an organization that has published something; null for any other. */
const publicOrganization = v.object({
  id: v.string(),
  name: v.string(),
  logo_path: v.string(),
  about: v.string(),
  website: v.string(),
  since: v.string(),
  /** Public ones that run: the 24 newest. */
  tests: v.array(campaignCard),
  ...reportFigures,
  /** The median time to a decision; null: too few decisions. */
  answer_hours: v.nullable(v.number()),
  /** Of the same decisions; null: too few. */
  approved_percent: v.nullable(v.number()),
});
export type PublicOrganization = v.InferOutput<typeof publicOrganization>;
export const readOrganization = sqlFunction("read_organization", v.nullable(publicOrganization));

/** What the page of a published app shows beside the app; null for any other. */
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
/** Members to whom a report can be assigned. */
export const listReviewers = sqlFunction("list_reviewers", v.object(pageOf(reviewer)));
export const setMemberRole = sqlFunction("set_member_role", nothing);
export const removeMember = sqlFunction("remove_member", nothing);

/** Of every kind of invitation. */
export const invitationFields = {
  id: v.string(),
  email: v.string(),
  expires_at: v.string(),
  /** A name. */
  invited_by: v.string(),
};
const invitation = v.object({ ...invitationFields, role: organizationRole, created_at: v.string() });
export type Invitation = v.InferOutput<typeof invitation>;
export const listInvitations = sqlFunction("list_invitations", v.object(pageOf(invitation)));
export const inviteMember = sqlFunction("invite_member", v.object({ id: v.string() }));
export const resendInvitation = sqlFunction("resend_invitation", nothing);
export const revokeInvitation = sqlFunction("revoke_invitation", nothing);

/** What the holder of a link is told: who invites whom. */
export const offerFields = {
  organization_name: v.string(),
  logo_path: v.string(),
  /** The address that it is bound to. */
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
