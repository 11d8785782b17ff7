import { profileById } from "#sync/queries/profile.ts";
import { useQueryOr } from "../../state/query.ts";
import { usePerson } from "../../state/session.ts";

/** The server rejects all reads and writes of suspended users (`can_write`). */
export const useIsSuspended = (): boolean => useQueryOr(profileById(usePerson().id), null)?.status === "suspended";
