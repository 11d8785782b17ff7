// Typical payout time over all testers, from the server or cached. Renders nothing without data.
import { Trans } from "@lingui/react/macro";
import { useRemote } from "#state/use-online-query.ts";
import { payoutFigures } from "#sync/schema/payouts.ts";
import { useDuration } from "#ui/use-duration.ts";

const HOUR = 3_600_000;

export function PaidWithin() {
  const remote = useRemote(payoutFigures, {});
  const duration = useDuration();
  const hours = remote.state === "ready" ? remote.data.paid_hours : null;
  if (hours === null) return null;
  // Rounded up, so that the promise holds.
  const unit = hours < 36 ? 1 : 24;
  const time = duration(Math.ceil(hours / unit) * unit * HOUR);
  return <Trans>Usually paid within {time}, typical over the last 90 days.</Trans>;
}
