import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { callServer } from "#state/call-server.ts";
import { useStatus } from "#state/status.ts";
import { useMutation } from "#state/store.ts";
import { flagHide } from "#sync/mutations/flag-decisions.ts";
import { isOpen } from "#sync/queries/admin.ts";
import { adminHideContent } from "#sync/schema/admin-functions.ts";
import type { Flag } from "#sync/schema/flags.ts";
import { Chip } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { showToast } from "#ui/toast.tsx";
import { HiddenBadge } from "../../common/widgets/hidden-badge.tsx";
import { failureText } from "../../sync/failures.ts";
import { PendingBadge } from "../../sync/widgets/pending-badge.tsx";
import { flagContentLabel } from "../labels.ts";
import { FlagStatus } from "./flag-status.tsx";
import { PersonLink } from "./person-link.tsx";

interface FlagCardProps {
  flag: Flag;
  /** Called after a change if the row is only on the server. */
  onServer?: (() => void) | undefined;
  onReview: () => void;
}

export function FlagCard({ flag, onServer, onReview }: FlagCardProps) {
  const { t } = useLingui();
  const hide = useMutation(flagHide);
  const online = useStatus("online");
  const [pending, setPending] = useState(false);
  const { reporter_id, reporter_name } = flag;
  const setHidden = async (hidden: boolean) => {
    setPending(true);
    const done = onServer
      ? await callServer((transport) => transport.rpc(adminHideContent, { flag_id: flag.id, hidden }))
      : await hide(flag.id, hidden);
    setPending(false);
    if (done.ok) onServer?.();
    if (!done.ok) return showToast({ tone: "danger", title: t(failureText(done.error)) });
    return showToast({ title: hidden ? t`Hidden from everyone` : t`Visible to everyone again` });
  };
  return (
    <Card className="flex flex-wrap items-start justify-between gap-3">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <Chip>{t(flagContentLabel[flag.content_type])}</Chip>
          <FlagStatus status={flag.status} />
          {flag.hidden && <HiddenBadge />}
          <PendingBadge row={flag} />
        </div>
        <h2 className="break-words text-base">{flag.content_title}</h2>
        <p className="break-words text-sm">{flag.reason}</p>
        <p className="text-muted text-sm">
          <Trans>
            Reported by <PersonLink id={reporter_id} name={reporter_name} />
          </Trans>{" "}
          · <DateText value={flag.created_at} />
        </p>
        {flag.resolution !== "" && (
          <p className="break-words border-line border-s-2 ps-3 text-muted text-sm">{flag.resolution}</p>
        )}
      </div>
      {isOpen(flag) ? (
        <Button variant="primary" data-opens onClick={onReview}>
          <Trans>Review</Trans>
        </Button>
      ) : flag.status === "resolved" ? (
        <Button
          pending={pending}
          disabled={onServer !== undefined && !online}
          onClick={() => void setHidden(!flag.hidden)}
        >
          {flag.hidden ? <Trans>Restore content</Trans> : <Trans>Hide content</Trans>}
        </Button>
      ) : null}
    </Card>
  );
}
