// The app's rating in tests, and its running tests. From the server, or cached offline; renders
// nothing without data.
import { Trans } from "@lingui/react/macro";
import { RatingFact } from "#features/catalog/widgets/report-figures.tsx";
import { useStatus } from "#state/status.ts";
import { useRemote } from "#state/use-online-query.ts";
import { readStoreApp } from "#sync/schema/organization-functions.ts";
import { DateText } from "#ui/formatted-values.tsx";
import { RunningTests } from "../../widgets/running-tests.tsx";

export function AppInTests({ appId }: { appId: string }) {
  const online = useStatus("online");
  const remote = useRemote(readStoreApp, { app_id: appId });
  if (remote.state !== "ready" || !remote.data) return null;
  const { rating, ratings, tests } = remote.data;
  if (ratings === 0 && tests.length === 0) return null;
  return (
    <div className="flex flex-col gap-6">
      {ratings > 0 && (
        <dl className="text-sm">
          <RatingFact rating={rating} ratings={ratings} />
        </dl>
      )}
      <RunningTests tests={tests} />
      {remote.old && !online && (
        <p className="text-muted text-sm">
          <Trans>
            As of <DateText value={remote.at} />
          </Trans>
        </p>
      )}
    </div>
  );
}
