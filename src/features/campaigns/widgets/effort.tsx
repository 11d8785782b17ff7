import { Trans } from "@lingui/react/macro";
import { useDuration } from "#ui/use-duration.ts";

export function Effort({ minutes }: { minutes: number }) {
  const duration = useDuration()(minutes * 60_000);
  return <Trans>about {duration}</Trans>;
}
