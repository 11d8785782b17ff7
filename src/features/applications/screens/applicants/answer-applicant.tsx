import { Trans, useLingui } from "@lingui/react/macro";
import { Check, UserMinus, X } from "lucide-react";
import { useState } from "react";
import { useResultToast } from "#features/sync/use-mutation-toast.ts";
import { useMutation } from "#state/store.ts";
import { applicationAccept, applicationReject, applicationRemove } from "#sync/mutations/applications.ts";
import type { Application } from "#sync/schema/applications.ts";
import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import { menuEntry } from "#ui/menu-entry.ts";
import { ReasonDialog } from "#ui/reason-dialog.tsx";
import { type Spots, whyNotAccept } from "./applicant-list-rules.ts";
import { useMayDecide } from "./use-may-decide.ts";

export function RemoveMenu({ application }: { application: Application }) {
  const { t } = useLingui();
  const { id, card } = application;
  const { name } = card;
  const [asks, setAsks] = useState(false);
  const remove = useMutation(applicationRemove);
  const showResult = useResultToast();
  if (!useMayDecide(application)("removed")) return null;
  return (
    <span className="-me-2 -mt-2">
      <Menu
        label={t`More actions for ${name}`}
        items={[
          menuEntry(
            "remove",
            UserMinus,
            <Trans>Remove from the campaign</Trans>,
            { tone: "danger", opensDialog: true },
            () => setAsks(true),
          ),
        ]}
      />
      {asks && (
        <ReasonDialog
          draft={`applicant-remove:${id}`}
          onClose={() => setAsks(false)}
          title={<Trans>Remove {name} from this campaign?</Trans>}
          help={
            <Trans>
              They see this reason and cannot send any more reports. Reports you approved keep their reward.
            </Trans>
          }
          confirmLabel={<Trans>Remove tester</Trans>}
          onConfirm={(reason) => {
            setAsks(false);
            void showResult(remove(id, reason), t`${name} was removed`);
          }}
        />
      )}
    </span>
  );
}

interface AnswerProps {
  application: Application;
  spots: Spots;
}

/** Buttons of an applicant card. Renders nothing after the decision. */
export function AnswerApplicant({ application, spots }: AnswerProps) {
  const { t } = useLingui();
  const whyId = `why-${application.id}`;
  const why = whyNotAccept(application, spots);
  if (!useMayDecide(application)("accepted")) return null;
  return (
    <div className="mt-auto flex flex-col gap-2 border-line border-t pt-4">
      <div className="flex flex-wrap gap-2">
        <AnswerButtons application={application} spots={spots} whyId={whyId} />
      </div>
      {why && (
        <p id={whyId} className="text-muted text-sm">
          {t(why)}
        </p>
      )}
    </div>
  );
}

interface AnswerButtonsProps extends AnswerProps {
  /** Id of the text that explains why accepting is disabled. */
  whyId: string;
  compact?: boolean;
}

export function AnswerButtons({ application, spots, whyId, compact = false }: AnswerButtonsProps) {
  const { t } = useLingui();
  const { id, card } = application;
  const { name } = card;
  const [rejecting, setRejecting] = useState(false);
  const accept = useMutation(applicationAccept);
  const reject = useMutation(applicationReject);
  const showResult = useResultToast();
  const why = whyNotAccept(application, spots);
  return (
    <>
      <Button
        variant="primary"
        {...(compact ? { size: "sm" } : { icon: Check })}
        disabled={why !== null}
        title={why ? t(why) : undefined}
        aria-describedby={why ? whyId : undefined}
        onClick={() => void showResult(accept(id), t`${name} was accepted`)}
      >
        <Trans>Accept</Trans>
      </Button>
      <Button {...(compact ? { size: "sm" } : { icon: X })} opensDialog onClick={() => setRejecting(true)}>
        <Trans>Reject</Trans>
      </Button>
      {rejecting && (
        <ReasonDialog
          draft={`applicant-reject:${application.id}`}
          onClose={() => setRejecting(false)}
          title={<Trans>Reject {name}?</Trans>}
          help={<Trans>They see this reason. They cannot apply to this campaign again.</Trans>}
          confirmLabel={<Trans>Reject applicant</Trans>}
          optional
          onConfirm={(reason) => {
            setRejecting(false);
            void showResult(reject(id, reason), t`${name} was not selected`);
          }}
        />
      )}
    </>
  );
}
