// Suspends or reactivates several users: selected ones, or all matches.
import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Ban, RotateCcw } from "lucide-react";
import { useState } from "react";
import { failureText } from "#features/sync/failures.ts";
import { callServer } from "#state/call-server.ts";
import { useStatus } from "#state/status.ts";
import { rowsMatching, usersChange } from "#sync/mutations/admin.ts";
import { type AdminUser, adminUsers } from "#sync/schema/admin-functions.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { Count } from "#ui/formatted-values.tsx";
import { ReasonDialog } from "#ui/reason-dialog.tsx";
import { SelectAll } from "#ui/select-all.tsx";
import { showToast } from "#ui/toast.tsx";

/** Maximum selection: more cannot be reviewed. */
const MOST_CHOSEN = 1000;

interface BulkBarProps {
  users: readonly AdminUser[];
  more: boolean;
  request: object;
  chosen: ReadonlySet<string>;
  onChoose: (ids: readonly string[]) => void;
  onChanged: () => void;
}

export function BulkBar({ users, more, request, chosen, onChoose, onChanged }: BulkBarProps) {
  const { t } = useLingui();
  const online = useStatus("online");
  const [asked, setAsked] = useState<"suspend" | "reactivate" | null>(null);
  const [pending, setPending] = useState(false);
  const count = chosen.size;

  const chooseAll = async () => {
    setPending(true);
    const found = await callServer((transport) => rowsMatching(transport, adminUsers, request, MOST_CHOSEN));
    setPending(false);
    if (found.ok) onChoose(found.value.map(({ id }) => id));
    else showToast({ tone: "danger", title: t(failureText(found.error)) });
  };
  const run = async (change: Parameters<typeof usersChange>[2]): Promise<boolean> => {
    setPending(true);
    const { changed, error } = await callServer((transport) => usersChange(transport, [...chosen], change));
    setPending(false);
    if (error) showToast({ tone: "danger", title: t(failureText(error)) });
    if (changed > 0 || !error) {
      showToast({
        title:
          change.status === "suspended"
            ? t`${plural(changed, { one: "# user suspended", other: "# users suspended" })}`
            : t`${plural(changed, { one: "# user reactivated", other: "# users reactivated" })}`,
      });
      onChanged();
    }
    if (!error) onChoose([]);
    return !error;
  };

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-sunken px-3 py-2 text-sm">
      <SelectAll
        rows={users}
        chosen={count}
        onChoose={onChoose}
        label={<Plural value={users.length} one="Select the # user shown" other="Select the # users shown" />}
      />
      {more && (
        <Button size="sm" pending={pending} disabled={!online} onClick={() => void chooseAll()}>
          <Trans>
            Select all that match (up to <Count value={MOST_CHOSEN} />)
          </Trans>
        </Button>
      )}
      {count > 0 && (
        <div className="ms-auto flex flex-wrap items-center gap-2">
          <Button size="sm" icon={Ban} disabled={!online || pending} onClick={() => setAsked("suspend")}>
            <Trans>Suspend</Trans>
          </Button>
          <Button size="sm" icon={RotateCcw} disabled={!online || pending} onClick={() => setAsked("reactivate")}>
            <Trans>Reactivate</Trans>
          </Button>
        </div>
      )}
      {asked === "suspend" && (
        <ReasonDialog
          draft="users-suspend"
          title={<Plural value={count} one="Suspend # user?" other="Suspend # users?" />}
          help={
            <Trans>
              They all read this reason. They can still read everything, but not change anything. Your own account is
              not affected.
            </Trans>
          }
          confirmLabel={<Plural value={count} one="Suspend # user" other="Suspend # users" />}
          onClose={() => setAsked(null)}
          onConfirm={(reason) => run({ status: "suspended", reason })}
        />
      )}
      {asked === "reactivate" && (
        <ConfirmDialog
          open
          tone="primary"
          pending={pending}
          title={<Plural value={count} one="Reactivate # user?" other="Reactivate # users?" />}
          confirmLabel={<Plural value={count} one="Reactivate # user" other="Reactivate # users" />}
          onClose={() => setAsked(null)}
          onConfirm={() => void run({ status: "active" }).then(() => setAsked(null))}
        >
          <Trans>They get back access to everything they had before.</Trans>
        </ConfirmDialog>
      )}
    </div>
  );
}
