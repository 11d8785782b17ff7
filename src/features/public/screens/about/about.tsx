import { Trans, useLingui } from "@lingui/react/macro";
import { Award, Bell, CloudOff, Languages, MonitorSmartphone, Store } from "lucide-react";
import type { ReactNode } from "react";
import { PublicFrame, PublicTitle } from "#features/site/widgets/public-frame.tsx";
import { languageList } from "#i18n/language-names.ts";
import { LinkButton } from "#ui/button.tsx";
import { Feature } from "../../widgets/feature.tsx";
import { PointList } from "../../widgets/point-list.tsx";

const headingClass = "text-[clamp(1.375rem,3vw,1.75rem)] leading-tight tracking-tight";

export function About() {
  const { t } = useLingui();
  return (
    <PublicFrame>
      <div className="page flex flex-col gap-16 pt-4 pb-20 md:gap-20 md:pt-8">
        <section className="flex flex-col gap-5">
          <PublicTitle
            title={t`About Betaflock`}
            lead={<Trans>Software breaks in places its makers never see.</Trans>}
          />
          <div className="flex max-w-2xl flex-col gap-4 text-pretty">
            <h2 className={headingClass}>
              <Trans>Our mission</Trans>
            </h2>
            <p>
              <Trans>
                It breaks on a five-year-old phone, in a language nobody on the team reads, on a train between two cell
                towers. The people who could tell you are out there, and most of them would, if somebody asked,
                listened, and made it worth their while.
              </Trans>
            </p>
            <p>
              <Trans>
                Betaflock brings both sides together: developers who want to know before they release, and testers who
                look closely. Testers are paid for what they find, developers get answers they can act on, and the tools
                work wherever the testing happens, online or offline.
              </Trans>
            </p>
          </div>
        </section>
        <Steps />
        <Benefits />
        <Platform />
        <section className="flex flex-col items-start gap-4 rounded-xl bg-accent-soft p-8 md:flex-row md:items-center md:justify-between md:p-10">
          <p className={`${headingClass} max-w-xl text-balance font-semibold`}>
            <Trans>Your next report could be the one that saves a release.</Trans>
          </p>
          <LinkButton to="/register" variant="primary" size="lg" className="max-sm:w-full">
            <Trans>Get Started</Trans>
          </LinkButton>
        </section>
      </div>
    </PublicFrame>
  );
}

interface PartProps {
  title: ReactNode;
  className: string;
  children: ReactNode;
}

const Part = ({ title, className, children }: PartProps) => (
  <section className={`flex flex-col ${className}`}>
    <h2 className={headingClass}>{title}</h2>
    {children}
  </section>
);

function Steps() {
  return (
    <Part title={<Trans>How it works</Trans>} className="gap-6">
      <ol className="grid gap-8 md:grid-cols-3">
        <Step number={1} title={<Trans>Create a campaign</Trans>}>
          <Trans>
            The developer describes what to test, on which platform, with how many people, until when, and what a good
            report is worth. Four short steps, saved as you type.
          </Trans>
        </Step>
        <Step number={2} title={<Trans>Find testers</Trans>}>
          <Trans>
            Testers apply with their devices, expertise and track record. The developer picks, or lets the first
            suitable applicants be accepted automatically.
          </Trans>
        </Step>
        <Step number={3} title={<Trans>Collect feedback</Trans>}>
          <Trans>
            Reports arrive with steps, severity, device and photos. Each is approved, sent back with a question, or
            rejected with a reason. Approved reports are rewarded.
          </Trans>
        </Step>
      </ol>
    </Part>
  );
}

function Step({ number, title, children }: { number: number; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-col gap-2 border-accent border-t-2 pt-4">
      <span aria-hidden="true" className="font-semibold text-accent text-sm tabular-nums">
        {number}
      </span>
      <h3>{title}</h3>
      <p className="text-pretty text-muted">{children}</p>
    </li>
  );
}

function Benefits() {
  return (
    <section className="grid gap-10 md:grid-cols-2 md:gap-12">
      <Side title={<Trans>For developers</Trans>}>
        <Trans>
          Clearly structured reports that are easy to sort, compare and pass on to the engineer who fixes the problem.
        </Trans>
        <Trans>Devices and places that no test lab has.</Trans>
        <Trans>Pay for reports that helped, and for nothing else.</Trans>
        <Trans>Duplicates are found before they are written, and counted instead of paid twice.</Trans>
      </Side>
      <Side title={<Trans>For testers</Trans>}>
        <Trans>See apps before anyone else, and influence how they turn out.</Trans>
        <Trans>A reward for each approved report, and an answer within the days that the campaign promises.</Trans>
        <Trans>Write wherever you are: nothing is lost offline, not even photos.</Trans>
        <Trans>A reputation that grows with every useful report and opens the door to the next campaign.</Trans>
      </Side>
    </section>
  );
}

function Side({ title, children }: { title: ReactNode; children: ReactNode[] }) {
  return (
    <div className="flex flex-col gap-4">
      <h2 className={headingClass}>{title}</h2>
      <PointList className="flex flex-col gap-3" itemClassName="border-line border-s-2 ps-4 text-pretty">
        {children}
      </PointList>
    </div>
  );
}

function Platform() {
  const { i18n } = useLingui();
  const spoken = languageList(i18n.locale);
  return (
    <Part title={<Trans>The platform</Trans>} className="gap-8">
      <dl className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        <Feature icon={MonitorSmartphone} title={<Trans>Installable web app</Trans>}>
          <Trans>One app for phone and desktop. Install it from the browser; no store in between.</Trans>
        </Feature>
        <Feature icon={CloudOff} title={<Trans>Works offline</Trans>}>
          <Trans>Everything you open and write lives on your device first and is sent when you are online.</Trans>
        </Feature>
        <Feature icon={Store} title={<Trans>App store</Trans>}>
          <Trans>Published apps with releases, notes and downloads, open to everyone.</Trans>
        </Feature>
        <Feature icon={Languages} title={<Trans>Multilingual</Trans>}>
          <Trans>All of it in {spoken}, with dates, numbers and money as you write them.</Trans>
        </Feature>
        <Feature icon={Award} title={<Trans>Reputation</Trans>}>
          <Trans>Scores and ratings come from approved reports alone. They can't be bought.</Trans>
        </Feature>
        <Feature icon={Bell} title={<Trans>Notifications</Trans>}>
          <Trans>Accepted, approved, paid: you hear about what concerns you, and you choose what and how.</Trans>
        </Feature>
      </dl>
    </Part>
  );
}
