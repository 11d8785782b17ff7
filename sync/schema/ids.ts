// Derives ids that two offline devices must agree on.
import { v5 } from "uuid";

/** UUIDv5 namespace of applications, also in SQL. */
const applicationNamespace = "6f9d4c1e-2b7a-5c3d-8e4f-0a1b2c3d4e5f";

/** Returns the id of a tester's application: the UUIDv5 of `{campaign_id}:{tester_id}`. */
export const applicationId = (campaignId: string, testerId: string): string =>
  v5(`${campaignId}:${testerId}`, applicationNamespace);
