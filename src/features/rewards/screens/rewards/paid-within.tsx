// How long payouts take, of everybody's: asked of the server; offline it is what was answered last.
// Nothing where nobody can say.
import { Trans } from "@lingui/react/macro";
import { payoutFigures } from "../../../../../sync/schema/payouts.ts";
import { useRemote } from "../../../../state/use-online-query.ts";
import { useDuration } from "../../../../ui/use-duration.ts";

const HOUR = 3_600_000;

export function PaidWithin() {
  const remote = useRemote(payoutFigures, {});
  const duration = useDuration();
  const hours = remote.state === "ready" ? remote.data.paid_hours : null;
  if (hours === null) return null;
  // Rounded up: within less than it takes would be a promise that half of them break.
  const unit = hours < 36 ? 1 : 24;
  const time = duration(Math.ceil(hours / unit) * unit * HOUR);
  return <Trans>Usually paid within {time} (median of the last 90 days).</Trans>;
}
