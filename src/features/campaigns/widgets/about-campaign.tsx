import { Trans } from "@lingui/react/macro";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Section } from "#ui/card.tsx";

interface AboutCampaignProps {
  campaign: Pick<Campaign, "description"> & {
    screening: readonly Pick<Campaign["screening"][number], "id" | "question">[];
  };
}

export function AboutCampaign({ campaign }: AboutCampaignProps) {
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <Section title={<Trans>About this test</Trans>}>
        <p className="max-w-prose whitespace-pre-wrap break-words">{campaign.description}</p>
      </Section>
      {campaign.screening.length > 0 && (
        <Section title={<Trans>Questions when you apply</Trans>}>
          <ul className="flex max-w-prose list-disc flex-col gap-1 ps-5 marker:text-muted">
            {campaign.screening.map((q) => (
              <li key={q.id}>{q.question}</li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}
