import type { Application } from "../../../../../sync/schema/applications.ts";
import { canMove } from "../../../../../sync/schema/transitions.ts";
import { useCan } from "../../../../state/organization.ts";

/**
 * Does the person's role allow to decide, and does the application's status allow this decision?
 */
export function useMayDecide({ org_id, status }: Application): (to: Application["status"]) => boolean {
  const manages = useCan("manage", org_id);
  return (to) => manages && canMove("application", status, to, "developer");
}
