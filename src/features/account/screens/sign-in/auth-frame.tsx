// Layout of the login and register forms: on a desktop with a product picture, which phones do not
// load.
import { Trans } from "@lingui/react/macro";
import { type ReactNode, Suspense, useEffect } from "react";
import { PublicFooter } from "#features/site/widgets/public-footer.tsx";
import { PublicHeader } from "#features/site/widgets/public-header.tsx";
import { syncIfThere } from "#state/sync.ts";
import { lazyOptional } from "#ui/lazy-optional.ts";
import { useTitle } from "#ui/use-title.ts";
import { useWide } from "#ui/use-wide.ts";

/** Decorative: a loading failure shows only the text. */
const ProductPicture = lazyOptional(
  async () => (await import("#features/site/widgets/product-picture.tsx")).ProductPicture,
);

interface AuthFrameProps {
  title: string;
  lead: ReactNode;
  below: ReactNode;
  header?: ReactNode;
  children: ReactNode;
}

export function AuthFrame({ title, lead, below, header, children }: AuthFrameProps) {
  useTitle(title);
  usePreparedSync();
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader>{header}</PublicHeader>
      <main
        id="main"
        tabIndex={-1}
        className="page grid flex-1 items-stretch gap-12 pt-4 pb-12 lg:grid-cols-2 lg:pb-10"
      >
        {/* Aligned to the top: a centered form would move while a prerendered page loads. */}
        <div className="mx-auto flex w-full max-w-md flex-col gap-6">
          <div className="flex flex-col gap-1.5">
            <h1 className="text-2xl tracking-tight">{title}</h1>
            <p className="text-muted">{lead}</p>
          </div>
          {children}
          <p className="text-muted text-sm">{below}</p>
        </div>
        <Product />
      </main>
      <PublicFooter />
    </div>
  );
}

/** Prefetches replication, which submitting the form needs. */
function usePreparedSync() {
  useEffect(() => {
    // Ignore the focus that the page gets on arrival.
    const look = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement) void syncIfThere();
    };
    document.addEventListener("focusin", look);
    return () => document.removeEventListener("focusin", look);
  }, []);
}

function Product() {
  const wide = useWide();
  return (
    // Hidden by CSS on phones, so that the prerendered page has the final layout.
    <div className="flex flex-col justify-center gap-8 overflow-hidden rounded-xl bg-accent-soft p-10 max-lg:hidden">
      <div>
        <p className="max-w-md text-balance font-semibold text-2xl leading-tight tracking-tight">
          <Trans>Reports from the places where your app is really used.</Trans>
        </p>
        <p className="mt-2 max-w-md text-muted">
          <Trans>Betaflock works on your device first. What you write is saved, online or offline.</Trans>
        </p>
      </div>
      {/* Reserves the space to avoid a layout shift. */}
      <div className="min-h-[31.5rem]">
        {wide && (
          <Suspense>
            <ProductPicture className="max-w-lg! lg:pb-32" />
          </Suspense>
        )}
      </div>
    </div>
  );
}
