// The prerendered page of a test, with placeholders that the server fills
// (`functions/_shared/public-pages.ts`). As large as the app's page, which replaces it.
import { Trans } from "@lingui/react/macro";
import { AboutCampaign } from "../features/campaigns/widgets/about-campaign.tsx";
import { TestLayout } from "../features/campaigns/widgets/test-layout.tsx";
import { PublicStore } from "../features/catalog/widgets/store-page.tsx";
import { Page } from "../ui/page-header.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { SkipLink } from "../ui/skip-link.tsx";

const Developer = () => "%developer%";

export function TestSketch() {
  return (
    <>
      <SkipLink />
      <PublicStore>
        <Page
          title="%title%"
          cover={<Skeleton className="mb-8 h-28 rounded-lg md:h-40" />}
          description={
            <Trans>
              by <Developer />
            </Trans>
          }
        >
          <TestLayout
            about={<AboutCampaign campaign={{ description: "%description%" }} />}
            offer={
              <section className="flex flex-col gap-4 rounded-lg border border-line bg-raised p-5 text-sm shadow-sm">
                <p className="font-semibold text-base">%offer%</p>
                <Skeleton className="h-12" />
              </section>
            }
          >
            {null}
          </TestLayout>
        </Page>
      </PublicStore>
    </>
  );
}
