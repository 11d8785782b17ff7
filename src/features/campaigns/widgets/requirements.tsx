import { Trans } from "@lingui/react/macro";
import { Check } from "lucide-react";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Chip } from "#ui/badge.tsx";
import { Section } from "#ui/card.tsx";
import { isShort, requirementsOf } from "../../common/campaign-rules.ts";

export function Requirements({ campaign }: { campaign: Pick<Campaign, "requirements"> }) {
  const requirements = requirementsOf(campaign);
  if (requirements.length === 0) return null;
  return (
    <Section title={<Trans>Requirements</Trans>}>
      {requirements.every(isShort) ? (
        <ul className="flex flex-wrap gap-2">
          {requirements.map((requirement) => (
            <li key={requirement} className="max-w-full">
              <Chip>{requirement}</Chip>
            </li>
          ))}
        </ul>
      ) : (
        <ul className="flex flex-col gap-1.5">
          {requirements.map((requirement) => (
            <li key={requirement} className="flex gap-2.5">
              <Check aria-hidden className="size-5 shrink-0 text-positive" />
              <span className="min-w-0">{requirement}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
