// The page around the login and register forms: the form first; beside it, on a desktop, the
// product at work. A phone loads nothing of that.
import { Trans } from "@lingui/react/macro";
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from "react";
import { afterStart } from "../../../../lib/after-start.ts";
import { syncIfThere } from "../../../../state/sync.ts";
import { useTitle } from "../../../../ui/use-title.ts";
import { useWide } from "../../../../ui/use-wide.ts";
import { PublicFooter } from "../../../public/widgets/public-footer.tsx";
import { PublicHeader } from "../../../public/widgets/public-header.tsx";

/** Decoration: where it cannot be had the words stand alone. */
const ProductPicture = lazy<ComponentType<{ className: string }>>(() =>
  import("../../../public/widgets/product-picture.tsx").then(
    (m) => ({ default: m.ProductPicture }),
    () => ({ default: () => null }),
  ),
);

interface AuthFrameProps {
  title: string;
  lead: ReactNode;
  /** The way to the other form, below this one. */
  below: ReactNode;
  /** The same in the header, where everybody looks for it. */
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
        {/* At the top: in the middle it would move while a page drawn at build time comes in. */}
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

/** Fetched while somebody reads or fills in the form: what they send needs it. */
function usePreparedSync() {
  useEffect(() => {
    const prepare = () => void syncIfThere();
    // The page itself has the focus when somebody comes.
    const look = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement) prepare();
    };
    const cancel = afterStart(prepare);
    document.addEventListener("focusin", look);
    return () => {
      cancel();
      document.removeEventListener("focusin", look);
    };
  }, []);
}

function Product() {
  const wide = useWide();
  return (
    // Hidden by the style sheet: drawn at build time, the page stands where the app will draw it.
    <div className="flex flex-col justify-center gap-8 overflow-hidden rounded-xl bg-accent-soft p-10 max-lg:hidden">
      <div>
        <p className="max-w-md text-balance font-semibold text-2xl leading-tight tracking-tight">
          <Trans>Reports from the places where your app is really used.</Trans>
        </p>
        <p className="mt-2 max-w-md text-muted">
          <Trans>Betaflock works on your device first. What you write is saved, online or offline.</Trans>
        </p>
      </div>
      {/* Its place is kept, so that the words do not move when it comes. */}
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
