import type { Organization } from "../../../../../sync/schema/organization-functions.ts";

export interface TabProps {
  /** With the role that this device knows of: it follows a change at once. */
  organization: Organization;
  onChanged: () => void;
}
