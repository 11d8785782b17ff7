// Offers to install the app after the first report or published campaign. After "Not now" only the
// account settings offer it.
import { Trans } from "@lingui/react/macro";
import { hasPublished, hasSubmitted } from "../../sync/queries/milestones.ts";
import { InstallInstructions } from "../features/account/widgets/install-instructions.tsx";
import { installLater, takesShares, useInstall } from "../state/install.ts";
import { useQueryOr } from "../state/query.ts";
import type { Person } from "../state/session.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

export function InstallOffer({ person }: { person: Person }) {
  const { state, later } = useInstall();
  if (later || state === "installed" || state === "none") return null;
  if (person.role === "tester") return <AfterReport id={person.id} />;
  return person.role === "developer" ? <AfterCampaign id={person.id} /> : null;
}

const AfterReport = ({ id }: { id: string }) =>
  useQueryOr(hasSubmitted(id), false) ? <Offer shares={takesShares()} /> : null;
const AfterCampaign = ({ id }: { id: string }) =>
  useQueryOr(hasPublished(id), false) ? <Offer shares={false} /> : null;

/**
 * @param shares the installed app can receive shared screenshots: for testers, on supported
 * platforms
 */
function Offer({ shares }: { shares: boolean }) {
  const { state } = useInstall();
  return (
    <Notice
      title={<Trans>Install Betaflock on this device</Trans>}
      action={
        <div className="flex flex-wrap gap-2">
          {state === "offered" && <InstallInstructions state={state} />}
          <Button size="sm" variant="ghost" onClick={installLater}>
            <Trans>Not now</Trans>
          </Button>
        </div>
      }
    >
      {shares ? (
        <Trans>It opens instantly, even offline, and you can share screenshots straight into a report.</Trans>
      ) : (
        <Trans>It opens instantly, even offline.</Trans>
      )}
      {state !== "offered" && <InstallInstructions state={state} />}
    </Notice>
  );
}
