import { Trans } from "@lingui/react/macro";
import { Check } from "lucide-react";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import { Chip } from "../../../../ui/badge.tsx";
import { cx } from "../../../../ui/cx.ts";
import { isShort, requirementsOf } from "../../rules.ts";

/** What the test is about and what it asks, in the developer's words. */
export function AboutCampaign({ campaign, className }: { campaign: Campaign; className?: string }) {
  const requirements = requirementsOf(campaign);
  return (
    <div className={cx("flex min-w-0 flex-col gap-8", className)}>
      <section className="flex flex-col gap-2">
        <h2 className="text-lg">
          <Trans>About this test</Trans>
        </h2>
        <p className="max-w-prose whitespace-pre-wrap break-words">{campaign.description}</p>
      </section>
      {requirements.length > 0 && (
        <section className="flex flex-col gap-2">
          <h2 className="text-lg">
            <Trans>Requirements</Trans>
          </h2>
          {requirements.every(isShort) ? (
            <ul className="flex max-w-prose flex-wrap gap-2">
              {requirements.map((requirement) => (
                <li key={requirement} className="max-w-full">
                  <Chip>{requirement}</Chip>
                </li>
              ))}
            </ul>
          ) : (
            <ul className="flex max-w-prose flex-col gap-1.5">
              {requirements.map((requirement) => (
                <li key={requirement} className="flex gap-2.5">
                  <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-positive" />
                  <span className="min-w-0">{requirement}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
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
