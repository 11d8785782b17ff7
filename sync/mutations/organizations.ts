// Changes of organizations by their members. They are calls, not rows: they need a network, and
// screens report success only after the server's answer.

import type { Store } from "../database/store.ts";
import {
  acceptInvitation,
  blockOrganization,
  changeOrganization,
  createOrganization,
  type InvitationOffer,
  inviteMember,
  moveApp,
  readInvitation,
  removeMember,
  resendInvitation,
  revokeInvitation,
  setMemberRole,
} from "../schema/organization-functions.ts";
import type { OrganizationRole } from "../schema/organizations.ts";
import type { CallResult, Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { queueImage } from "../uploads/image-uploads.ts";

/** @param id created by the caller, so that a retry creates no second organization */
export const organizationCreate = (transport: Transport, id: string, name: string): CallResult =>
  transport.rpc(createOrganization, { id, name }, "person");

/** Moves an app with its campaigns from the personal organization to `org_id`. */
export const appMove = (transport: Transport, app_id: string, org_id: string): CallResult =>
  transport.rpc(moveApp, { app_id, org_id }, "person");

export interface OrganizationChange {
  name?: string;
  about?: string;
  website?: string;
  logo_path?: string;
}

/** @param change only the changed fields, so that concurrent changes are kept */
export const organizationChange = (transport: Transport, org_id: string, change: OrganizationChange): CallResult =>
  transport.rpc(changeOrganization, { org_id, change }, "person");

/** Stores a logo on this device and queues its upload. @returns its path */
export const organizationLogoKeep = (store: Store, picture: Blob): Promise<Result<string>> =>
  queueImage(store, "avatars", picture);

export const memberRoleSet = (
  transport: Transport,
  org_id: string,
  user_id: string,
  role: OrganizationRole,
): CallResult => transport.rpc(setMemberRole, { org_id, user_id, role }, "person");

/** Removes a member, or lets the caller leave. */
export const memberRemove = (transport: Transport, org_id: string, user_id: string): CallResult =>
  transport.rpc(removeMember, { org_id, user_id }, "person");

/** @param invitation `request_id` is the same for each retry, so that one message is sent */
export const memberInvite = (
  transport: Transport,
  org_id: string,
  invitation: { email: string; role: OrganizationRole; request_id: string },
): CallResult => transport.rpc(inviteMember, { org_id, ...invitation }, "person");

export const invitationResend = (transport: Transport, invitation: string): CallResult =>
  transport.rpc(resendInvitation, { invitation }, "person");

export const invitationRevoke = (transport: Transport, invitation: string): CallResult =>
  transport.rpc(revokeInvitation, { invitation }, "person");

/** Reads the invitation of a link. Needs no session. */
export const invitationRead = (transport: Transport, token: string): CallResult<InvitationOffer> =>
  transport.rpc(readInvitation, { token }, "anonymous");

export const invitationAccept = (transport: Transport, token: string): CallResult<{ org_id: string }> =>
  transport.rpc(acceptInvitation, { token }, "person");

/** Blocks or unblocks an organization for a tester. */
export const organizationBlock = (transport: Transport, org_id: string, blocked: boolean): CallResult =>
  transport.rpc(blockOrganization, { org_id, blocked }, "person");
