import type { Application } from "#sync/schema/applications.ts";
import { holdsSpot } from "../common/campaign-rules.ts";
import { useIsSuspended } from "../common/use-is-suspended.ts";

/**
 * Whether the tester may say that a build fixes a report. Mirrors `private.retest_rules`: also
 * after the campaign's end, but not after leaving the test.
 */
export function useMayRetest(application: Application | null): boolean {
  const suspended = useIsSuspended();
  return application !== null && application.accepted_at !== null && holdsSpot(application) && !suspended;
}
