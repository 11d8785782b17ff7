import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { EyeOff, FolderInput, Trash2 } from "lucide-react";
import { useState } from "react";
import { rejectionText } from "#features/sync/failures.ts";
import { useResultToast } from "#features/sync/use-mutation-toast.ts";
import { useCan } from "#state/organization.ts";
import { useQueryOr } from "#state/query.ts";
import { usePerson } from "#state/session.ts";
import { useMutation } from "#state/store.ts";
import { trimmed } from "#sync/inputs/single-line.ts";
import { appDelete, appPublish, appUnpublish, hasPublishedRelease } from "#sync/mutations/apps.ts";
import { profileById } from "#sync/queries/profile.ts";
import type { App } from "#sync/schema/apps.ts";
import type { Release } from "#sync/schema/releases.ts";
import { canMove } from "#sync/schema/transitions.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { Menu } from "#ui/menu.tsx";
import { type MenuEntries, menuEntry } from "#ui/menu-entry.ts";
import { MoveApp, useMoveTargets } from "./move-app.tsx";

interface AppActionsProps {
  app: App;
  releases: readonly Release[];
}

/** Why the app cannot be published, or null. */
function useWhyNot({ app, releases }: AppActionsProps): string | null {
  const { t } = useLingui();
  const account = useQueryOr(profileById(usePerson().id), null)?.status ?? "active";
  if (account !== "active") return t(rejectionText(account));
  if (trimmed(app.description) === "") return t`Write a description first: people read it in the App Store.`;
  if (hasPublishedRelease(releases)) return null;
  return releases.some((release) => release.status === "published")
    ? t`Its release is still on its way to the server.`
    : t(rejectionText("release_required"));
}

export function AppActions(props: AppActionsProps) {
  const { app, releases } = props;
  const { t } = useLingui();
  const navigate = useNavigate();
  const [asks, setAsks] = useState<"delete" | "unpublish" | "move" | null>(null);
  const publish = useMutation(appPublish);
  const unpublish = useMutation(appUnpublish);
  const remove = useMutation(appDelete);
  const why = useWhyNot(props);
  const manages = useCan("manage", app.org_id);
  const targets = useMoveTargets(app);
  const showResult = useResultToast();
  const { id, title, status } = app;
  if (status === "hidden") return null;
  const can = {
    publish: manages && canMove("app", status, "published", "developer"),
    unpublish: manages && canMove("app", status, "unpublished", "developer"),
    delete: manages && status === "draft" && releases.every((release) => release.status === "draft"),
  };
  const items: MenuEntries = [
    targets.length > 0 &&
      menuEntry("move", FolderInput, <Trans>Move to an organization…</Trans>, () => setAsks("move")),
    can.unpublish && menuEntry("unpublish", EyeOff, <Trans>Unpublish app</Trans>, () => setAsks("unpublish")),
    can.delete && menuEntry("delete", Trash2, <Trans>Delete draft</Trans>, { tone: "danger" }, () => setAsks("delete")),
  ];
  return (
    <div className="flex flex-col items-end gap-1">
      <div className="flex gap-2">
        {can.publish ? (
          <Button
            variant="primary"
            disabled={why !== null}
            aria-describedby={why ? "why-not-publish" : undefined}
            onClick={() => void showResult(publish(id), t`App published`)}
          >
            <Trans>Publish app</Trans>
          </Button>
        ) : (
          <LinkButton to="/developer/apps/$appId" params={{ appId: id }} search={{ tab: "preview" }}>
            <Trans>See it as testers do</Trans>
          </LinkButton>
        )}
        {items.some(Boolean) && <Menu label={t`More actions`} items={items} />}
      </div>
      {can.publish && why && (
        <p id="why-not-publish" className="max-w-xs text-muted text-sm">
          {why}
        </p>
      )}
      {asks === "move" && <MoveApp app={app} releases={releases} targets={targets} onClose={() => setAsks(null)} />}
      <ConfirmDialog
        open={asks === "delete"}
        onClose={() => setAsks(null)}
        title={<Trans>Delete the draft “{title}”?</Trans>}
        confirmLabel={<Trans>Delete draft</Trans>}
        onConfirm={() => {
          setAsks(null);
          void showResult(remove(id), t`Draft deleted`).then(async (gone) => {
            if (gone) await navigate({ to: "/developer/apps" });
          });
        }}
      >
        <Trans>Its texts, pictures and releases are deleted from all your devices. This cannot be undone.</Trans>
      </ConfirmDialog>
      <ConfirmDialog
        open={asks === "unpublish"}
        onClose={() => setAsks(null)}
        title={<Trans>Unpublish “{title}”?</Trans>}
        confirmLabel={<Trans>Unpublish app</Trans>}
        onConfirm={() => {
          setAsks(null);
          void showResult(unpublish(id), t`App unpublished`);
        }}
      >
        <Trans>
          Its page leaves the App Store. People who downloaded it keep it, and testers in your campaigns still get its
          builds. You can publish it again.
        </Trans>
      </ConfirmDialog>
    </div>
  );
}
