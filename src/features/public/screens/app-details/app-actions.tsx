// Actions on an app, the download first. Rare actions are in a menu on a phone and quiet buttons on
// a desktop.
import { Trans, useLingui } from "@lingui/react/macro";
import { CircleHelp, Share2 } from "lucide-react";
import { GetBuild } from "#features/catalog/widgets/get-build.tsx";
import type { App } from "#sync/schema/apps.ts";
import type { Release } from "#sync/schema/releases.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import { type MenuEntry, menuEntry } from "#ui/menu-entry.ts";
import { useShare } from "#ui/share-button.tsx";
import { useWide } from "#ui/use-wide.ts";
import { useReportIssue } from "./report-issue.tsx";

interface AppActionsProps {
  app: App;
  newest: Release | undefined;
}

export function AppActions({ app, newest }: AppActionsProps) {
  const report = useReportIssue(app);
  const share = useShare({ path: `/apps/${app.id}`, title: app.title, text: app.description });
  const entries: MenuEntry[] = [
    ...(newest
      ? [
          {
            ...{ key: "install", icon: CircleHelp, label: <Trans>How to install it</Trans> },
            link: { to: "/b/$releaseId" as const, params: { releaseId: newest.id } },
          },
        ]
      : []),
    menuEntry("share", Share2, <Trans>Share</Trans>, share),
  ];
  const file = newest && (newest.kind !== "file" || newest.file_path !== "") ? newest : undefined;
  return (
    <div className="flex flex-col gap-3">
      {file ? (
        <GetBuild
          release={file}
          platform={app.platform}
          title={app.title}
          label={<Trans>Download</Trans>}
          rest={(own) => <FurtherActions report={report.entry} entries={[...own, ...entries]} />}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-muted">
            <Trans>There is no file to download yet.</Trans>
          </p>
          <FurtherActions report={report.entry} entries={entries} />
        </div>
      )}
      {report.issue}
    </div>
  );
}

interface FurtherActionsProps {
  report: MenuEntry;
  entries: readonly MenuEntry[];
}

function FurtherActions({ report, entries }: FurtherActionsProps) {
  const { t } = useLingui();
  const wide = useWide("48rem");
  if (wide) return [...entries, report].map((entry) => <QuietAction {...entry} key={entry.key} />);
  return (
    <>
      <QuietAction {...report} />
      <div className="flex-none!">
        <Menu label={t`More actions`} items={entries} />
      </div>
    </>
  );
}

function QuietAction({ icon, label, link, onSelect, opensDialog }: MenuEntry) {
  const look = { variant: "ghost", ...(icon && { icon }), className: "px-3! font-medium! text-muted!" } as const;
  return link ? (
    <LinkButton {...look} {...link} onClick={onSelect}>
      {label}
    </LinkButton>
  ) : (
    <Button {...look} opensDialog={opensDialog} onClick={onSelect}>
      {label}
    </Button>
  );
}
