import type { Organization } from "#sync/schema/organization-functions.ts";

export interface TabProps {
  /** Its role comes from local rows, which follow a change at once. */
  organization: Organization;
  onChanged: () => void;
}
