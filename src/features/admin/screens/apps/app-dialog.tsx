import { Trans, useLingui } from "@lingui/react/macro";
import { AppStatus } from "#features/catalog/widgets/app-status.tsx";
import { platformLabel } from "#features/common/campaign-labels.ts";
import { useRemote } from "#state/use-online-query.ts";
import { adminAppDetails } from "#sync/schema/admin-functions.ts";
import { LinkButton } from "#ui/button.tsx";
import { Fact } from "#ui/fact.tsx";
import { Count, DateText } from "#ui/formatted-values.tsx";
import { DetailsDialog } from "../../widgets/details-dialog.tsx";

export function AppDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui();
  const remote = useRemote(adminAppDetails, { app_id: id });
  return (
    <DetailsDialog
      remote={remote}
      title={<Trans>App</Trans>}
      failed={<Trans>The app could not be loaded</Trans>}
      onClose={onClose}
      badges={(app) => <AppStatus status={app.status} />}
      facts={(app) => (
        <>
          {app.published_at && (
            <Fact label={t`Published`}>
              <DateText value={app.published_at} absolute />
            </Fact>
          )}
          <Fact label={t`Platform`}>{t(platformLabel[app.platform])}</Fact>
          <Fact label={t`Version`}>{app.version || "–"}</Fact>
          <Fact label={t`Downloads`}>
            <Count value={app.downloads} />
          </Fact>
        </>
      )}
      footer={() => (
        <LinkButton to="/apps/$appId" params={{ appId: id }}>
          <Trans>Open its page</Trans>
        </LinkButton>
      )}
    />
  );
}
