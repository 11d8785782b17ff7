// How the developer has treated testers' reports so far: what the organization's public page says.
import { readOrganization } from "../../../../../sync/schema/organization-functions.ts";
import { useRemote } from "../../../../state/use-online-query.ts";
import { AnswerFact, ApprovedFact } from "../../../catalog/widgets/report-figures.tsx";

/** For a list of facts. Its place is kept until the server has answered. */
export function DeveloperFigures({ orgId }: { orgId: string }) {
  const remote = useRemote(readOrganization, { org_id: orgId });
  const organization = remote.state === "ready" ? remote.data : null;
  if (!organization && remote.state !== "loading") return null;
  return (
    <>
      <AnswerFact organization={organization} large />
      <ApprovedFact organization={organization} large />
    </>
  );
}
