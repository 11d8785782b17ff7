// The App Store's page around its list. Also drawn at build time, before anything is known (build/prerender.ts): knows neither session nor store.
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { PageHeader } from "../components/page-header.tsx";
import { Skeleton, SkeletonList } from "../components/skeleton.tsx";
import { PublicFrame } from "./public-frame.tsx";

export function StorePage({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t`App Store`}
        description={<Trans>Beta builds that anybody may try. The list works offline.</Trans>}
      />
      {children}
    </div>
  );
}

/** What is around it for those who are not signed in. */
export function PublicStore({ children }: { children: ReactNode }) {
  return (
    <PublicFrame>
      <div className="page flex flex-col gap-6 pt-4 pb-16">{children}</div>
    </PublicFrame>
  );
}

/** Before the first script: places for the filters and the list. */
export function StoreSketch() {
  return (
    <PublicStore>
      <StorePage>
        <div className="grid grid-cols-2 gap-3 md:grid-cols-[1fr_13rem_13rem]">
          <Skeleton className="h-11 max-md:col-span-2" />
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
        <SkeletonList rows={6} className="h-62" cards />
      </StorePage>
    </PublicStore>
  );
}
