import { Trans } from "@lingui/react/macro";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";

/** What the test is about and what one is asked for it, in the developer's words. */
export function AboutCampaign({ campaign }: { campaign: Campaign }) {
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <section className="flex flex-col gap-2">
        <h2 className="text-lg">
          <Trans>About this test</Trans>
        </h2>
        <p className="max-w-prose whitespace-pre-wrap break-words">{campaign.description}</p>
      </section>
      {campaign.screening.length > 0 && (
        <section className="flex flex-col gap-2">
          <h2 className="text-lg">
            <Trans>Questions when you apply</Trans>
          </h2>
          <ul className="flex max-w-prose list-disc flex-col gap-1 ps-5 marker:text-muted">
            {campaign.screening.map((q) => (
              <li key={q.id}>{q.question}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
