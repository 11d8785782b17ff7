// What a flag is about, as far as this device holds it.
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { appById } from "../../../../../sync/queries/apps.ts";
import { campaignById } from "../../../../../sync/queries/campaigns.ts";
import { reportById } from "../../../../../sync/queries/feedback.ts";
import type { Flag } from "../../../../../sync/schema/flags.ts";
import { type QueryState, useQuery } from "../../../../state/query.ts";
import { SkeletonList } from "../../../../ui/skeleton.tsx";
import { ReportText } from "../../../reports/widgets/report-text.tsx";

export function FlaggedItem({ flag }: { flag: Flag }) {
  if (flag.content_type === "app") return <FlaggedApp id={flag.content_id} />;
  if (flag.content_type === "campaign") return <FlaggedCampaign id={flag.content_id} />;
  return <FlaggedReport id={flag.content_id} />;
}

function FlaggedApp({ id }: { id: string }) {
  const read = useQuery(appById(id));
  return <Found read={read}>{(app) => <Words by={app.developer_name}>{app.description}</Words>}</Found>;
}

function FlaggedCampaign({ id }: { id: string }) {
  const read = useQuery(campaignById(id));
  return <Found read={read}>{(c) => <Words by={c.developer_name}>{c.description}</Words>}</Found>;
}

function FlaggedReport({ id }: { id: string }) {
  const read = useQuery(reportById(id));
  return (
    <Found read={read}>
      {(report) => (
        <>
          <p className="text-muted text-sm">{report.tester_name}</p>
          <ReportText report={report} />
        </>
      )}
    </Found>
  );
}

function Found<T>({ read, children }: { read: QueryState<T | null>; children: (thing: T) => ReactNode }) {
  if (read.state === "loading") return <SkeletonList rows={1} />;
  const thing = read.state === "ready" ? read.data : null;
  if (thing === null) {
    return (
      <p className="text-muted text-sm">
        <Trans>This no longer exists.</Trans>
      </p>
    );
  }
  return <>{children(thing)}</>;
}

const Words = ({ by, children }: { by: string; children: string }) => (
  <>
    <p className="text-muted text-sm">{by}</p>
    <p className="max-w-prose whitespace-pre-wrap break-words">{children}</p>
  </>
);
