// Tells the tester that the test has a newer build than the downloaded one.
import { Trans } from "@lingui/react/macro";
import { endOf } from "#features/catalog/build-action.ts";
import { useQueryOr } from "#state/query.ts";
import { releaseById } from "#sync/queries/releases.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Brief } from "#sync/schema/briefs.ts";
import type { Release } from "#sync/schema/releases.ts";
import { Notice } from "#ui/notice.tsx";
import { useNow } from "#ui/use-now.ts";

/** The build to download next; null if the tester has it or has downloaded none. */
export function useNewBuild(brief: Brief | null, application: Application): Release | null {
  const release = useQueryOr(brief?.release_id ? releaseById(brief.release_id) : null, null);
  const now = useNow();
  if (!release || endOf(release, now) !== null) return null;
  return application.release_id && application.release_id !== release.id ? release : null;
}

export function NewBuild({ release, fetched }: { release: Release; fetched: string }) {
  const old = useQueryOr(releaseById(fetched), null);
  const { version, notes } = release;
  const oldVersion = old?.version;
  return (
    <Notice title={<Trans>{version} is here</Trans>}>
      {oldVersion !== undefined && (
        <p>
          <Trans>
            You have {oldVersion}. Please report on the new build: the old one may have what is fixed by now.
          </Trans>
        </p>
      )}
      {notes !== "" && <p className="max-w-prose whitespace-pre-wrap break-words pt-1">{notes}</p>}
    </Notice>
  );
}
