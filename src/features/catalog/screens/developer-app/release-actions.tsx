import { Trans, useLingui } from "@lingui/react/macro";
import { FileUp, Pencil, Trash2, Undo2 } from "lucide-react";
import { useRef, useState } from "react";
import { rejectionText } from "#features/sync/failures.ts";
import { useResultToast } from "#features/sync/use-mutation-toast.ts";
import { reportError } from "#lib/error-log.ts";
import { useQueryOr } from "#state/query.ts";
import { usePerson } from "#state/session.ts";
import { useMutation } from "#state/store.ts";
import { isUnread } from "#sync/files/build-checks.ts";
import { releaseDelete, releaseEdit, releaseFile, releasePublish, releaseWithdraw } from "#sync/mutations/apps.ts";
import type { PendingFile } from "#sync/queries/pending-items.ts";
import { profileById } from "#sync/queries/profile.ts";
import type { App } from "#sync/schema/apps.ts";
import type { Release } from "#sync/schema/releases.ts";
import { canMove } from "#sync/schema/transitions.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { HiddenFileInput } from "#ui/hidden-file-input.tsx";
import { showToast } from "#ui/toast.tsx";
import { useNow } from "#ui/use-now.ts";
import { isOver } from "../../build-action.ts";
import { linkProblem } from "../../build-links.ts";
import { ReadBuild } from "./build-field.tsx";
import { buildRejection, type TakenBuild, useCheckBuild } from "./check-build.ts";
import { ReleaseDialog } from "./release-dialog.tsx";
import { canEnd, releaseValues } from "./release-values.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

interface ReleaseActionsProps {
  app: App;
  release: Release;
  releases: readonly Release[];
  upload: PendingFile | undefined;
  /** True if no other release of the app is published. */
  onlyOne: boolean;
}

/** Why the release cannot be published, by the server's rules; null if it can. */
function useWhyNot({ app, release, upload }: ReleaseActionsProps): string | null {
  const { t } = useLingui();
  const now = useNow();
  const account = useQueryOr(profileById(usePerson().id), null)?.status ?? "active";
  if (account !== "active") return t(rejectionText(account));
  if (isOver(release, now)) return t`This build has expired. Change its last day, or its file.`;
  if (release.kind === "link") return linkProblem(release.link_url) === null ? null : t`Add the link first.`;
  if (app.type !== "WEB" && release.file_path === "") return t`Add the file first.`;
  if (upload) return t`The file is still on its way to the server.`;
  if (release.file_path === "") return null;
  if (release.checked_at === null) return t`The server is still reading the file.`;
  // Devices can install files that the server cannot read.
  if (release.check_failure !== "" && !isUnread(release.check_failure))
    return t(buildRejection(release.check_failure, app.platform));
  return release.signing_kind === "enterprise"
    ? t`It is signed for a company's own people. Apple does not allow giving it to anybody else.`
    : null;
}

export function ReleaseActions(props: ReleaseActionsProps) {
  const { app, release } = props;
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<"edit" | "delete" | "withdraw" | null>(null);
  const why = useWhyNot(props);
  const publish = useMutation(releasePublish);
  const edit = useMutation(releaseEdit);
  const remove = useMutation(releaseDelete);
  const withdraw = useMutation(releaseWithdraw);
  const give = useMutation(releaseFile);
  const { id, version } = release;
  const draft = release.status === "draft";
  const showResult = useResultToast();
  const [chosen, setChosen] = useState<TakenBuild | null>(null);
  const use = (file: File) => {
    setChosen(null);
    void showResult(give(id, file), t`File saved. It is sent now, or as soon as you are online.`);
  };
  const check = useCheckBuild(app, props.releases);
  const take = async (file: File) => {
    const checked = await check(file);
    if (!checked) return;
    if (checked.rejection) showToast({ tone: "danger", title: t(checked.rejection) });
    else if (checked.metadata || checked.unread) setChosen(checked);
    else use(checked.file);
  };
  return (
    <div className="flex flex-col gap-2 border-line border-t pt-4">
      <div className="flex flex-wrap gap-2">
        {draft && (
          <Button
            variant="primary"
            disabled={why !== null}
            aria-describedby={why ? `why-${id}` : undefined}
            onClick={() => void showResult(publish(id), t`Version ${version} published`)}
          >
            <Trans>Publish</Trans>
          </Button>
        )}
        {draft && release.kind === "file" && app.type !== "WEB" && (
          <Button icon={FileUp} onClick={() => input.current?.click()}>
            {release.file_path === "" ? <Trans>Choose a file</Trans> : <Trans>Choose another file</Trans>}
          </Button>
        )}
        <Button icon={Pencil} variant="ghost" onClick={() => setOpen("edit")}>
          {draft ? (
            <Trans>Edit</Trans>
          ) : canEnd(release.status) ? (
            <Trans>Edit notes and expiry</Trans>
          ) : (
            <Trans>Edit notes</Trans>
          )}
        </Button>
        {draft && (
          <Button icon={Trash2} variant="ghost" onClick={() => setOpen("delete")}>
            <Trans>Delete draft</Trans>
          </Button>
        )}
        {canMove("release", release.status, "withdrawn", "developer") && (
          <Button icon={Undo2} variant="ghost" onClick={() => setOpen("withdraw")}>
            <Trans>Withdraw release</Trans>
          </Button>
        )}
      </div>
      {draft && release.publishes !== "" && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          {release.publishes === "app" ? (
            <Trans>App and release are published as soon as the file has been sent and checked.</Trans>
          ) : (
            <Trans>It is published as soon as the file has been sent and checked.</Trans>
          )}
          <Button
            size="sm"
            variant="ghost"
            onClick={() => void showResult(edit(id, { publishes: "" }), t`It stays a draft`)}
          >
            <Trans>Keep it as a draft</Trans>
          </Button>
        </p>
      )}
      {draft && why && (
        <p id={`why-${id}`} className="text-muted text-sm">
          {why}
        </p>
      )}
      <HiddenFileInput
        ref={input}
        label={t`File of version ${version}`}
        onFile={(file) => void take(file).catch(reportError)}
      />
      {open === "edit" && (
        <ReleaseDialog
          // A day entered before it ended would fail validation in a hidden field.
          existing
          draftKey={`${canEnd(release.status) ? "release-edit" : "release-notes"}:${id}`}
          app={app}
          releases={props.releases}
          initial={releaseValues(release)}
          status={release.status}
          onClose={() => setOpen(null)}
          onSend={async (values) => {
            const done = await edit(id, values);
            if (!done.ok) return done;
            setOpen(null);
            showToast({ title: t`Changes saved` });
            return done;
          }}
        />
      )}
      {chosen && (
        <ConfirmDialog
          open
          onClose={() => setChosen(null)}
          tone="primary"
          title={<Trans>Use this file for version {version}?</Trans>}
          confirmLabel={<Trans>Use this file</Trans>}
          onConfirm={() => use(chosen.file)}
        >
          <ReadBuild build={chosen} />
        </ConfirmDialog>
      )}
      <ConfirmDialog
        open={open === "delete"}
        onClose={() => setOpen(null)}
        title={<Trans>Delete the draft of version {version}?</Trans>}
        confirmLabel={<Trans>Delete draft</Trans>}
        onConfirm={() => {
          setOpen(null);
          void showResult(remove(id), t`Draft deleted`);
        }}
      >
        <Trans>Its notes and its file are deleted. This cannot be undone.</Trans>
      </ConfirmDialog>
      {open === "withdraw" && (
        <WithdrawDialog
          release={release}
          leavesStore={props.onlyOne && app.status === "published"}
          onClose={() => setOpen(null)}
          onConfirm={() => {
            setOpen(null);
            void showResult(withdraw(id), t`Version ${version} withdrawn`);
          }}
        />
      )}
    </div>
  );
}
