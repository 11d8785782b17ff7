// Ids that two offline devices must agree on.
import { v5 } from "uuid";

/** UUIDv5 namespace of applications; SQL holds the same. */
const applicationNamespace = "6f9d4c1e-2b7a-5c3d-8e4f-0a1b2c3d4e5f";

/** One application per tester and campaign (S9): UUIDv5 of `{campaign_id}:{tester_id}`. */
export const applicationId = (campaignId: string, testerId: string): string =>
  v5(`${campaignId}:${testerId}`, applicationNamespace);
