import { useCan } from "#state/organization.ts";
import type { Application } from "#sync/schema/applications.ts";
import { canMove } from "#sync/schema/transitions.ts";

/** True if both the user's role and the application's status allow the decision. */
export function useMayDecide({ org_id, status }: Application): (to: Application["status"]) => boolean {
  const manages = useCan("manage", org_id);
  return (to) => manages && canMove("application", status, to, "developer");
}
