import { Trans } from "@lingui/react/macro";
import { Compass, PenLine, Wallet } from "lucide-react";
import type { ReactNode } from "react";

export function GettingStarted() {
  return (
    <section
      aria-labelledby="getting-started"
      className="flex flex-col gap-5 rounded-lg border border-line bg-accent-soft p-5 md:p-6"
    >
      <h2 id="getting-started" className="text-lg">
        <Trans>Your first test in three steps</Trans>
      </h2>
      <ol className="grid gap-5 md:grid-cols-3">
        <Step icon={<Compass aria-hidden className="size-5" />} title={<Trans>Choose a test</Trans>}>
          <Trans>Pick one that fits your devices and apply. Many accept you straight away.</Trans>
        </Step>
        <Step icon={<PenLine aria-hidden className="size-5" />} title={<Trans>Try it and report</Trans>}>
          <Trans>Write down what you find, with photos. It works offline and is saved as you type.</Trans>
        </Step>
        <Step icon={<Wallet aria-hidden className="size-5" />} title={<Trans>Earn</Trans>}>
          <Trans>The developer answers within the number of days the test promises. Approved reports are paid.</Trans>
        </Step>
      </ol>
    </section>
  );
}

function Step({ icon, title, children }: { icon: ReactNode; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-raised text-accent">{icon}</span>
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="text-muted text-sm">{children}</p>
      </div>
    </li>
  );
}
