import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { type FoundRow, useCatalogApp, useCatalogCampaign, useFlaggedReport } from "#state/catalog-rows.ts";
import type { Flag } from "#sync/schema/flags.ts";
import { SkeletonList } from "#ui/skeleton.tsx";
import { ReportText } from "../../common/widgets/report-text.tsx";

export function FlaggedItem({ flag }: { flag: Pick<Flag, "content_type" | "content_id"> }) {
  if (flag.content_type === "app") return <FlaggedApp id={flag.content_id} />;
  if (flag.content_type === "campaign") return <FlaggedCampaign id={flag.content_id} />;
  return <FlaggedReport id={flag.content_id} />;
}

function FlaggedApp({ id }: { id: string }) {
  const read = useCatalogApp(id);
  return <Found read={read}>{({ app }) => <Words by={app.developer_name}>{app.description}</Words>}</Found>;
}

function FlaggedCampaign({ id }: { id: string }) {
  const read = useCatalogCampaign(id);
  return (
    <Found read={read}>{({ campaign }) => <Words by={campaign.developer_name}>{campaign.description}</Words>}</Found>
  );
}

function FlaggedReport({ id }: { id: string }) {
  const read = useFlaggedReport(id);
  return (
    <Found read={read}>
      {({ report }) => (
        <>
          <p className="text-muted text-sm">{report.tester_name}</p>
          <ReportText report={report} />
        </>
      )}
    </Found>
  );
}

function Found<T>({ read, children }: { read: FoundRow<T>; children: (thing: T) => ReactNode }) {
  if (read.state === "here") return children(read.found);
  if (read.state === "asking") return <SkeletonList rows={1} />;
  return (
    <p className="text-muted text-sm">
      {read.state === "absent" ? (
        <Trans>This no longer exists.</Trans>
      ) : (
        <Trans>This is not on this device. It loads when you have a connection.</Trans>
      )}
    </p>
  );
}

const Words = ({ by, children }: { by: string; children: string }) => (
  <>
    <p className="text-muted text-sm">{by}</p>
    <p className="max-w-prose whitespace-pre-wrap break-words">{children}</p>
  </>
);
