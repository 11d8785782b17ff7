// Running public tests of an app or organization, for visitors and testers, since other roles
// cannot open them.
import { Trans, useLingui } from "@lingui/react/macro";
import { personOf, useSession } from "#state/session.ts";
import type { CampaignCard as Card } from "#sync/schema/catalog.ts";
import { Section } from "#ui/card.tsx";
import { CampaignCard, campaignCell } from "../../campaigns/widgets/campaign-card.tsx";
import { useToday } from "../../common/campaign-rules.ts";

export function RunningTests({ tests }: { tests: readonly Card[] }) {
  const { t } = useLingui();
  const today = useToday();
  const role = personOf(useSession())?.role;
  // A cached response may list ended tests.
  const running = tests.filter((test) => test.end_date >= today);
  if (running.length === 0 || (role && role !== "tester")) return null;
  return (
    <Section title={<Trans>Looking for testers right now</Trans>}>
      <ul aria-label={t`Looking for testers right now`} className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {running.map((test) => (
          <li key={test.id} className={campaignCell}>
            <CampaignCard campaign={test} headingLevel={3} isPublic={!role} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
