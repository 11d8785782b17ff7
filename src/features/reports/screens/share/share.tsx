// Assigns content shared from another app to a report. Content stays in the inbox until a report
// takes it.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { Share2 } from "lucide-react";
import { useHasNoActiveTest } from "#features/common/use-has-no-active-test.ts";
import { FindOwnTest } from "#features/common/widgets/empty-campaigns.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Notice } from "#ui/notice.tsx";
import { Page } from "#ui/page-header.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { SharedItems } from "./shared-items.tsx";
import { Targets } from "./targets.tsx";
import { useShared } from "./use-shared.ts";

const route = getRouteApi("/_signed-in/tester/share");

export function Share() {
  const { t } = useLingui();
  const { shared, full, drop } = useShared(route.useSearch().full ?? false);
  const noTest = useHasNoActiveTest();
  const empty = shared?.files.length === 0 && shared.texts.length === 0;
  return (
    <Page
      title={t`Add to a report`}
      description={
        <Trans>What you share with Betaflock stays here, on this device, until you choose a report for it.</Trans>
      }
    >
      {full && (
        <Notice tone="danger">
          <Trans>There is no room on this device for what you shared. Free up some space and share it again.</Trans>
        </Notice>
      )}
      {!shared && <SkeletonList rows={2} className="h-24" />}
      {empty && (
        <EmptyState icon={Share2} title={<Trans>Nothing shared yet</Trans>} action={<FindOwnTest none={noTest} />}>
          {noTest ? (
            <Trans>
              Apply to a test first. Then share a screenshot or recording with Betaflock from any app, and it appears
              here.
            </Trans>
          ) : (
            <Trans>Share a screenshot or recording with Betaflock from any app, and it appears here.</Trans>
          )}
        </EmptyState>
      )}
      {shared && !empty && (
        <>
          <SharedItems shared={shared} drop={drop} />
          <Targets shared={shared} drop={drop} />
        </>
      )}
    </Page>
  );
}
