// The prerendered App Store with placeholders (`build/prerender.ts`).
import { PublicStore, StorePage, StoreSkeleton } from "../features/catalog/widgets/store-page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { SkipLink } from "../ui/skip-link.tsx";

export function CatalogSkeleton() {
  return (
    <>
      <SkipLink />
      <PublicStore>
        <StorePage>
          <div className="grid grid-cols-2 gap-3 lg:grid-cols-[1fr_13rem_13rem]">
            <Skeleton className="h-11 max-lg:col-span-2" />
            <Skeleton className="h-11" />
            <Skeleton className="h-11" />
          </div>
          <StoreSkeleton newest />
        </StorePage>
      </PublicStore>
    </>
  );
}
