import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { ProductPicture } from "#features/site/widgets/product-picture.tsx";
import { PublicFrame } from "#features/site/widgets/public-frame.tsx";
import { LinkButton } from "#ui/button.tsx";
import { lazyOptional } from "#ui/lazy-optional.ts";
import { Flock } from "../../widgets/brand-illustration.tsx";
import { Features } from "./features.tsx";
import { Roles } from "./roles.tsx";

export function Landing() {
  const { t } = useLingui();
  useEffect(() => {
    document.title = t`Betaflock: beta testing that works anywhere`;
  }, [t]);
  return (
    <PublicFrame>
      <Hero />
      <Roles />
      <WhenNear>
        <LiveTests />
      </WhenNear>
      <Features />
      <ClosingCall />
    </PublicFrame>
  );
}

/** Renders nothing offline without cached data. */
const LiveTests = lazyOptional(async () => (await import("./live-tests.tsx")).LiveTests);

/** Loads its content shortly before it scrolls into view. */
function WhenNear({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && setNear(true), { rootMargin: "50%" });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={place}>{near && <Suspense>{children}</Suspense>}</div>;
}

function Hero() {
  return (
    <section className="page relative isolate grid items-center grid-cols-[minmax(0,1fr)] gap-12 pt-10 pb-12 lg:grid-cols-[1.05fr_1fr] lg:gap-8 lg:pt-12 lg:pb-8">
      <Flock className="absolute -top-20 left-28 -z-10 w-[40rem] max-w-none text-accent/25 max-lg:hidden" />
      <div className="flex flex-col items-start gap-6">
        <h1 className="text-balance font-semibold text-[clamp(2.25rem,6vw,3.5rem)] leading-[1.08] tracking-[-0.03em]">
          <Trans>Beta testing that works wherever people are</Trans>
        </h1>
        <p className="max-w-xl text-pretty text-lg text-muted">
          <Trans>
            Betaflock brings developers and testers together. Publish a campaign, pick your testers and get reports you
            can act on. They are written anywhere, even in a train tunnel, and nothing gets lost.
          </Trans>
        </p>
        <div className="flex w-full flex-wrap gap-3">
          <LinkButton to="/register" variant="primary" size="lg" className="max-sm:w-full">
            <Trans>Get Started</Trans>
          </LinkButton>
          <LinkButton to="/about" size="lg" className="max-sm:w-full">
            <Trans>
              Learn More<span className="sr-only"> about Betaflock</span>
            </Trans>
          </LinkButton>
        </div>
      </div>
      <ProductPicture moving className="lg:max-w-none lg:pb-32" />
    </section>
  );
}

function ClosingCall() {
  return (
    <section className="page py-16 md:py-24">
      <div className="relative isolate flex flex-col items-center gap-5 overflow-hidden rounded-xl bg-accent px-6 py-14 text-center text-on-accent md:py-20">
        <Flock className="absolute -right-24 -bottom-10 -z-10 w-[34rem] max-w-none opacity-30 max-md:hidden" />
        <Flock className="absolute -bottom-24 -left-64 -z-10 w-[30rem] max-w-none opacity-20 max-md:hidden" />
        <h2 className="text-[clamp(1.625rem,4vw,2.25rem)] leading-tight tracking-tight">
          <Trans>Ready to Start Testing?</Trans>
        </h2>
        <p className="max-w-lg text-balance">
          <Trans>It takes a minute and costs nothing, and your first test can start today.</Trans>
        </p>
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          <LinkButton to="/register" size="lg" className="border-transparent! bg-raised! text-text!">
            <Trans>Sign Up Now</Trans>
          </LinkButton>
          <LinkButton
            to="/login"
            size="lg"
            variant="ghost"
            className="border border-current text-on-accent! hover:bg-on-accent/15!"
          >
            <Trans>Log In</Trans>
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
