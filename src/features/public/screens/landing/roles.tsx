import { Trans, useLingui } from "@lingui/react/macro";
import { Check, Code, FlaskConical, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { karmaLabel } from "#features/common/account-labels.ts";
import { LinkButton } from "#ui/button.tsx";

export function Roles() {
  const { t } = useLingui();
  const karma = t(karmaLabel.noun);
  return (
    <section aria-labelledby="roles" className="page pt-6 pb-12 md:pt-8 md:pb-16">
      <h2 id="roles" className="text-center text-[clamp(1.5rem,3.5vw,2rem)] leading-tight tracking-tight">
        <Trans>Two sides, one flock</Trans>
      </h2>
      <div className="mt-8 grid gap-5 md:grid-cols-2">
        <RoleCard
          icon={FlaskConical}
          title={<Trans>Tester</Trans>}
          lead={<Trans>Try apps before anyone else, and be paid for what you find.</Trans>}
          points={[
            <Trans key="1">Browse beta tests and apply to those that fit your devices</Trans>,
            <Trans key="2">Submit structured feedback with ratings, text and media</Trans>,
            <Trans key="3">Earn a reward when your report is approved</Trans>,
            <Trans key="4">Track every application and report from start to finish</Trans>,
            <Trans key="5">Build a reputation: good reports raise your {karma}</Trans>,
          ]}
          action={
            <LinkButton to="/register" search={{ role: "tester" }} variant="primary" wide>
              <Trans>Join as Tester</Trans>
            </LinkButton>
          }
        />
        <RoleCard
          icon={Code}
          title={<Trans>Developer</Trans>}
          lead={<Trans>Find out what breaks while it is still cheap to fix.</Trans>}
          points={[
            <Trans key="1">Launch a beta test campaign in four short steps</Trans>,
            <Trans key="2">Pick your testers, or let them be selected automatically</Trans>,
            <Trans key="3">Receive clearly structured feedback reports</Trans>,
            <Trans key="4">Approve what helps: the reward follows automatically</Trans>,
            <Trans key="5">See what needs your attention, and by when</Trans>,
          ]}
          action={
            <LinkButton to="/register" search={{ role: "developer" }} variant="primary" wide>
              <Trans>Join as Developer</Trans>
            </LinkButton>
          }
        />
      </div>
    </section>
  );
}

interface RoleCardProps {
  icon: LucideIcon;
  title: ReactNode;
  lead: ReactNode;
  points: ReactNode[];
  action: ReactNode;
}

function RoleCard({ icon: Icon, title, lead, points, action }: RoleCardProps) {
  return (
    <article className="flex flex-col gap-5 rounded-xl border border-line bg-raised p-6 shadow-sm md:p-8">
      <div className="flex items-center gap-4">
        <span className="grid size-12 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent">
          <Icon aria-hidden className="size-6" />
        </span>
        <h3 className="text-xl">{title}</h3>
      </div>
      <p className="text-muted">{lead}</p>
      <ul className="flex flex-1 flex-col gap-3">
        {points.map((point, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
          <li key={index} className="flex gap-3">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-positive" />
            <span>{point}</span>
          </li>
        ))}
      </ul>
      {action}
    </article>
  );
}
