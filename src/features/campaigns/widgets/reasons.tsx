import { Trans, useLingui } from "@lingui/react/macro";
import { Check, MonitorX, Sparkles } from "lucide-react";
import { Chip } from "#ui/badge.tsx";
import { categoryLabel, platformLabel } from "../../common/campaign-labels.ts";
import type { Because } from "../offers.ts";

export function Reasons({ because }: { because: readonly Because[] }) {
  const { t } = useLingui();
  if (because.length === 0) return null;
  return (
    <ul aria-label={t`How it fits you`} className="flex flex-wrap gap-1.5">
      {because.map((reason) => (
        <li key={reason.kind} className="max-w-full">
          {reason.kind === "other_platform" ? (
            <Chip icon={MonitorX}>
              <Reason reason={reason} />
            </Chip>
          ) : (
            <Chip tone="positive" icon={reason.kind === "device" ? Check : Sparkles}>
              <Reason reason={reason} />
            </Chip>
          )}
        </li>
      ))}
    </ul>
  );
}

function Reason({ reason }: { reason: Because }) {
  const { t } = useLingui();
  if (reason.kind === "history") {
    const category = t(categoryLabel[reason.category]);
    return <Trans>You have tested in {category}</Trans>;
  }
  if (reason.kind === "other_platform") {
    const platform = t(platformLabel[reason.platform]);
    return <Trans>For {platform}, which you don’t have</Trans>;
  }
  const { name } = reason;
  return reason.kind === "device" ? <Trans>Fits your {name}</Trans> : <Trans>Fits your expertise in {name}</Trans>;
}
