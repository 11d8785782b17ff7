// Layout of the App Store page. It is prerendered (`build/prerender.ts`), so session and store are
// not available.
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Page } from "#ui/page-header.tsx";
import { Skeleton, SkeletonLine, SkeletonList } from "#ui/skeleton.tsx";
import { PublicFrame } from "../../site/widgets/public-frame.tsx";

export function StorePage({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <Page title={t`App Store`} description={<Trans>Beta builds that anyone can try. The list works offline.</Trans>}>
      {children}
    </Page>
  );
}

/** Placeholder of the list. @param newest renders the first card larger */
export const StoreSkeleton = ({ newest }: { newest: boolean }) => (
  <div className="flex flex-col gap-3">
    <p className="text-sm">
      <SkeletonLine />
    </p>
    {newest && <Skeleton className="h-110 rounded-lg lg:h-73" />}
    <SkeletonList rows={6} className="h-92" cards />
  </div>
);

/** The signed-out layout. At least as high as the window, so that the footer does not move. */
export function PublicStore({ children }: { children: ReactNode }) {
  return (
    <PublicFrame>
      <div className="page flex min-h-dvh flex-col gap-6 pt-4 pb-16">{children}</div>
    </PublicFrame>
  );
}
