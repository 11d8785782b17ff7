import { Trans, useLingui } from "@lingui/react/macro";
import { Award, ChartColumn, MessageSquareText, PackageCheck, SlidersHorizontal, WifiOff } from "lucide-react";
import { karmaLabel } from "#features/common/account-labels.ts";
import { Feature } from "../../widgets/feature.tsx";

export function Features() {
  const { t } = useLingui();
  const karma = t(karmaLabel.noun);
  return (
    <section id="features" aria-labelledby="features-title" className="border-line border-y bg-raised">
      <div className="page py-16 md:py-20">
        <h2 id="features-title" className="max-w-xl text-[clamp(1.5rem,3.5vw,2rem)] leading-tight tracking-tight">
          <Trans>Platform features</Trans>
        </h2>
        <dl className="mt-10 grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
          <Feature tall icon={MessageSquareText} title={<Trans>Structured feedback</Trans>}>
            <Trans>Type, rating, steps, severity, device, photos: every report can be compared and acted on.</Trans>
          </Feature>
          <Feature tall icon={PackageCheck} title={<Trans>App distribution</Trans>}>
            <Trans>Only accepted testers get your instructions and your build.</Trans>
          </Feature>
          <Feature tall icon={WifiOff} title={<Trans>Offline support</Trans>}>
            <Trans>Everything is read and written on your device first. A week offline loses nothing.</Trans>
          </Feature>
          <Feature tall icon={SlidersHorizontal} title={<Trans>Customizable settings</Trans>}>
            <Trans>
              Platforms, number of testers, screening questions, rewards and review time: set up each test the way you
              need it.
            </Trans>
          </Feature>
          <Feature tall icon={Award} title={<Trans>Reputation system</Trans>}>
            <Trans>Useful reports earn {karma}, so that good testers are easy to find and worth keeping.</Trans>
          </Feature>
          <Feature tall icon={ChartColumn} title={<Trans>Analytics dashboard</Trans>}>
            <Trans>Progress, pending reviews and results at a glance, from real data and always up to date.</Trans>
          </Feature>
        </dl>
      </div>
    </section>
  );
}
