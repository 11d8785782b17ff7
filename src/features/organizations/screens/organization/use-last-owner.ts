import { useEffect, useState } from "react";
import { listMembers, type Organization } from "../../../../../sync/schema/organization-functions.ts";
import { callServer } from "../../../../state/call-server.ts";
import { useStatus } from "../../../../state/status.ts";

/**
 * Is the person the only owner, whom the server lets neither leave nor take another role? Null
 * while that is not known. @param organization asked again with each new answer about it
 */
export function useLastOwner(organization: Organization): boolean | null {
  const { online } = useStatus();
  const [last, setLast] = useState<boolean | null>(null);
  const isOwner = organization.role === "owner";
  useEffect(() => {
    if (!isOwner || !online) return;
    let left = false;
    const request = { org_id: organization.id, role: "owner", limit: 2 };
    void callServer((transport) => transport.rpc(listMembers, { request }, "person")).then((answer) => {
      if (!left) setLast(answer.ok ? answer.value.rows.length < 2 : null);
    });
    return () => {
      left = true;
    };
  }, [organization, isOwner, online]);
  return isOwner ? last : false;
}
