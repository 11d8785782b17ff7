import { Trans, useLingui } from "@lingui/react/macro";
import { PackageOpen, Plus } from "lucide-react";
import { useState } from "react";
import { MissingRows } from "#features/sync/widgets/missing-rows.tsx";
import { useRejectedChanges } from "#features/sync/widgets/rejected-change-notice.tsx";
import { SyncedEmptyState } from "#features/sync/widgets/synced-empty-state.tsx";
import { useCan } from "#state/organization.ts";
import { useQueryOr } from "#state/query.ts";
import { useMutation } from "#state/store.ts";
import { useRemote } from "#state/use-online-query.ts";
import { releaseCreate } from "#sync/mutations/apps.ts";
import { releaseUploads } from "#sync/queries/pending-items.ts";
import type { App } from "#sync/schema/apps.ts";
import { launchCodes, releaseFigures } from "#sync/schema/release-functions.ts";
import type { Release } from "#sync/schema/releases.ts";
import { Button } from "#ui/button.tsx";
import { showToast } from "#ui/toast.tsx";
import { RowList } from "#ui/virtual-list.tsx";
import { ReleaseCard } from "./release-card.tsx";
import { ReleaseDialog } from "./release-dialog.tsx";
import { emptyRelease } from "./release-values.ts";

export function Releases({ app, releases }: { app: App; releases: readonly Release[] }) {
  const { t } = useLingui();
  const [adding, setAdding] = useState(false);
  const uploads = useQueryOr(releaseUploads(), new Map());
  const rejectedChanges = useRejectedChanges("releases");
  const figures = useRemote(releaseFigures, { app_id: app.id }, ["apps", app.id]);
  const figuresOf = new Map(figures.state === "ready" ? figures.data.map((each) => [each.release_id, each]) : []);
  const manages = useCan("manage", app.org_id);
  const codes = useRemote(launchCodes, manages ? { app_id: app.id } : null, ["apps", app.id]);
  const codeOf = (id: string) =>
    codes.state === "ready" ? (codes.data.find((each) => each.release_id === id)?.code ?? "") : undefined;
  const create = useMutation(releaseCreate);
  const published = releases.filter((r) => r.status === "published");
  const newest = published[0]?.id;
  const add = manages && (
    <Button variant="primary" icon={Plus} opensDialog onClick={() => setAdding(true)}>
      <Trans>New release</Trans>
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      {releases.length === 0 ? (
        <SyncedEmptyState of={["releases"]} icon={PackageOpen} title={<Trans>No releases yet</Trans>} action={add}>
          <Trans>
            A release is a version with its notes and its file or link. Publish it, or give it to a single campaign.
          </Trans>
        </SyncedEmptyState>
      ) : (
        <>
          <MissingRows of={["releases"]} />
          <div className="flex justify-end">{add}</div>
          <RowList
            items={releases}
            label={t`Releases`}
            estimate={180}
            render={(r) => (
              <ReleaseCard
                app={app}
                release={r}
                releases={releases}
                latest={r.id === newest}
                onlyOne={published.length === 1}
                upload={uploads.get(r.id)}
                rejectedChange={rejectedChanges.get(r.id)}
                figures={figuresOf.get(r.id)}
                launchCode={codeOf(r.id)}
                onLaunchCode={codes.reload}
              />
            )}
          />
        </>
      )}
      {adding && (
        <ReleaseDialog
          draftKey={`release:${app.id}`}
          app={app}
          releases={releases}
          initial={emptyRelease}
          onClose={() => setAdding(false)}
          onSend={async (values, file, onHashed) => {
            const made = await create(app.id, { version: "", ...values }, file, onHashed);
            if (!made.ok) return made;
            setAdding(false);
            showToast({ title: t`Release saved as a draft` });
            return made;
          }}
        />
      )}
    </div>
  );
}
