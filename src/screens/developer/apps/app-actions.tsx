// What a developer does with an app as a whole: publish it, delete its draft.
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { profileById } from "../../../../sync/reads/people.ts";
import type { App } from "../../../../sync/schema/apps.ts";
import { canMove } from "../../../../sync/schema/moves.ts";
import { appDelete, appPublish } from "../../../../sync/writes/apps.ts";
import { Button, LinkButton } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/dialog.tsx";
import { Menu } from "../../../components/menu.tsx";
import { showToast } from "../../../components/toast.tsx";
import { failureText, refusalText } from "../../../domain/failures.ts";
import { useReadOr } from "../../../store/read.ts";
import { usePerson } from "../../../store/session.ts";
import { useWrite } from "../../../store/store.ts";

export function AppActions({ app, deletable }: { app: App; deletable: boolean }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const publish = useWrite(appPublish);
  const remove = useWrite(appDelete);
  const account = useReadOr(profileById(usePerson().id), null)?.status ?? "active";
  const { title } = app;
  if (!canMove("app", app.status, "published", "developer")) {
    return app.status === "published" ? (
      <LinkButton to="/developer/apps/$appId" params={{ appId: app.id }} search={{ tab: "preview" }}>
        <Trans>See it as testers do</Trans>
      </LinkButton>
    ) : null;
  }
  const why =
    account !== "active"
      ? t(refusalText(account))
      : app.description.trim() === ""
        ? t`Write a description first: it is what people read in the App Store.`
        : null;
  const tell = (done: Awaited<ReturnType<typeof publish>>, said: string) =>
    showToast(done.ok ? { title: said } : { tone: "danger", title: t(failureText(done.error)) });
  return (
    <div className="flex flex-col items-end gap-1">
      <div className="flex gap-2">
        <Button
          variant="primary"
          disabled={why !== null}
          aria-describedby={why ? "why-not-publish" : undefined}
          onClick={() => void publish(app.id).then((done) => tell(done, t`App published`))}
        >
          <Trans>Publish app</Trans>
        </Button>
        {deletable && (
          <Menu
            label={t`More actions`}
            items={[
              {
                key: "delete",
                icon: Trash2,
                tone: "danger",
                label: <Trans>Delete draft</Trans>,
                onSelect: () => setAsks(true),
              },
            ]}
          />
        )}
      </div>
      {why && (
        <p id="why-not-publish" className="max-w-xs text-muted text-sm">
          {why}
        </p>
      )}
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={<Trans>Delete the draft “{title}”?</Trans>}
        confirmLabel={<Trans>Delete draft</Trans>}
        onConfirm={() => {
          setAsks(false);
          void remove(app.id).then((done) => {
            if (!done.ok) return void showToast({ tone: "danger", title: t(failureText(done.error)) });
            showToast({ title: t`Draft deleted` });
            return navigate({ to: "/developer/apps" });
          });
        }}
      >
        <Trans>Its texts, pictures and releases are deleted on all your devices. This cannot be undone.</Trans>
      </ConfirmDialog>
    </div>
  );
}
