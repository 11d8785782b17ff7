import { Trans } from "@lingui/react/macro";
import { Check, FileUp } from "lucide-react";
import type { ReactNode } from "react";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";

interface GettingStartedProps {
  draft: Campaign | null;
  /** True if the organization has no app. */
  withoutApp: boolean;
}

export function GettingStarted({ draft, withoutApp }: GettingStartedProps) {
  const title = draft?.title ?? "";
  return (
    <Card className="flex flex-col gap-6 md:p-8">
      <div className="flex flex-col gap-1">
        <h2 className="text-lg">
          <Trans>From your build to feedback in four steps</Trans>
        </h2>
        <p className="text-muted">
          <Trans>Everything is saved on this device as you go, online or offline.</Trans>
        </p>
      </div>
      <ol className="grid gap-5 md:grid-cols-2 xl:grid-cols-4">
        <Step number={1} done={!withoutApp} title={<Trans>Upload a build</Trans>}>
          <Trans>
            The app gets its name, icon and version from the file. A link to TestFlight or a page works, too.
          </Trans>
        </Step>
        <Step number={2} done={draft !== null} title={<Trans>Describe your campaign</Trans>}>
          <Trans>What to test, on which platform, with how many people, and for what reward.</Trans>
        </Step>
        <Step number={3} title={<Trans>Publish it</Trans>}>
          <Trans>Testers find it and apply. You choose them, or let them be selected automatically.</Trans>
        </Step>
        <Step number={4} title={<Trans>Answer their reports</Trans>}>
          <Trans>Approve what helps you: that is how testers earn their reward.</Trans>
        </Step>
      </ol>
      <div className="flex flex-wrap gap-3">
        {withoutApp && (
          <LinkButton to="/developer/apps/$appId" params={{ appId: "new" }} variant="primary" size="lg" icon={FileUp}>
            <Trans>Upload a build</Trans>
          </LinkButton>
        )}
        {draft ? (
          <LinkButton
            to="/developer/campaigns/$campaignId"
            params={{ campaignId: draft.id }}
            variant={withoutApp ? "secondary" : "primary"}
            size="lg"
          >
            <Trans>Open “{title}”</Trans>
          </LinkButton>
        ) : (
          <LinkButton to="/developer/campaigns/create" variant={withoutApp ? "secondary" : "primary"} size="lg">
            <Trans>Create your first campaign</Trans>
          </LinkButton>
        )}
      </div>
    </Card>
  );
}

interface StepProps {
  number: number;
  done?: boolean;
  title: ReactNode;
  children: ReactNode;
}

function Step({ number, done, title, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        className={cx(
          "grid size-8 shrink-0 place-items-center rounded-full font-semibold text-sm tabular-nums",
          done ? "bg-positive-soft text-positive" : "bg-accent-soft text-accent",
        )}
      >
        {done ? <Check aria-hidden className="size-5" /> : number}
      </span>
      <div>
        <h3 className="text-base">{title}</h3>
        <p className="text-muted text-sm">{children}</p>
      </div>
    </li>
  );
}
