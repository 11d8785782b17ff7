// Running tests and their rewards. Renders nothing if the server is unreachable.
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { RewardOffer } from "#features/campaigns/widgets/reward-offer.tsx";
import { TimeLeft } from "#features/campaigns/widgets/time-left.tsx";
import { Work } from "#features/campaigns/widgets/work.tsx";
import { AppCover } from "#features/catalog/widgets/app-cover.tsx";
import { faceOf } from "#features/catalog/widgets/app-icon.tsx";
import { platformLabel } from "#features/common/campaign-labels.ts";
import { reportError } from "#lib/error-log.ts";
import { rpcAsVisitor } from "#state/visitor-rpc.ts";
import { type CampaignCard, latestTests } from "#sync/schema/catalog.ts";
import { Card, CardLink, wholeCard } from "#ui/card.tsx";

export function LiveTests() {
  const [tests, setTests] = useState<readonly CampaignCard[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    rpcAsVisitor(latestTests, {}, leaving.signal)
      .then((found) => found?.ok && setTests(found.value.rows))
      .catch(reportError);
    return () => leaving.abort();
  }, []);
  if (tests.length === 0) return null;
  return (
    <section aria-labelledby="live-tests" className="page py-12 md:py-16">
      <h2 id="live-tests" className="text-center text-[clamp(1.5rem,3.5vw,2rem)] leading-tight tracking-tight">
        <Trans>Looking for testers right now</Trans>
      </h2>
      <ul className="mt-10 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {tests.map((test) => (
          <li key={test.id} className="grid">
            <LiveTest test={test} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LiveTest({ test }: { test: CampaignCard }) {
  const { t } = useLingui();
  return (
    <Card className="group relative flex flex-col gap-3 transition-shadow duration-150 hover:shadow-lg">
      <AppCover app={faceOf(test, test.icon_path)} of="card" />
      <div>
        <h3 className="text-base">
          <CardLink to="/tests/$campaignId" params={{ campaignId: test.id }} className={wholeCard}>
            {test.title}
          </CardLink>
        </h3>
        <p className="text-muted text-sm">{test.developer_name}</p>
      </div>
      <RewardOffer campaign={test} />
      <p className="text-muted text-sm">
        <TimeLeft campaign={test} /> · {t(platformLabel[test.platform])}
        <Work campaign={test} />
      </p>
    </Card>
  );
}
