import { Plural, Trans } from "@lingui/react/macro";
import type { WavePlan } from "#sync/mutations/waves.ts";

export function WaveSentence({ plan, candidates }: { plan: WavePlan; candidates: number }) {
  const { target, wave_size: size } = plan;
  if (candidates <= size)
    return (
      <Plural
        value={candidates}
        one="The list is smaller than a wave: # invitation is sent now."
        other="The list is smaller than a wave: all # invitations are sent now."
      />
    );
  return (
    <Trans>
      <Plural value={size} one="# invitation now" other="# invitations now" />, {size} more <Every plan={plan} />,{" "}
      <Plural value={target} one="until # tester takes part" other="until # testers take part" />.
    </Trans>
  );
}

function Every({ plan: { pause_hours: hours } }: { plan: WavePlan }) {
  if (hours % 24 === 0) return <Plural value={hours / 24} one="every day" other="every # days" />;
  return <Plural value={hours} one="every hour" other="every # hours" />;
}
