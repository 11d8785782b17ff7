import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

const Phone = ({ label, children }: { label: string; children: ReactNode }) => (
  <svg role="img" aria-label={label} viewBox="12 1 72 118" className="h-32 w-auto shrink-0">
    <rect x="14" y="3" width="68" height="114" rx="10" className="fill-raised stroke-line-strong" strokeWidth="2" />
    <rect x="38" y="8" width="20" height="3" rx="1.5" className="fill-line-strong" />
    {children}
  </svg>
);

const Line = ({ x = 26, y, width }: { x?: number; y: number; width: number }) => (
  <rect x={x} y={y} width={width} height="4" rx="2" className="fill-line-strong" />
);

function Downloading() {
  const { t } = useLingui();
  return (
    <Phone label={t`A phone whose browser downloads a file`}>
      <rect x="20" y="18" width="56" height="10" rx="5" className="fill-sunken" />
      <g className="fill-none stroke-accent" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round">
        <path d="M48 40v28M37 58l11 11 11-11" />
        <path d="M32 82h32" />
      </g>
      <Line y={98} width={44} />
    </Phone>
  );
}

function Allowing() {
  const { t } = useLingui();
  return (
    <Phone label={t`A phone whose settings have a switch, “Allow from this source”, turned on`}>
      <circle cx="30" cy="28" r="6" className="fill-sunken stroke-line-strong" strokeWidth="2" />
      <Line x={42} y={26} width={30} />
      <rect x="20" y="46" width="56" height="24" rx="6" className="fill-accent-soft" />
      <Line y={56} width={22} />
      <rect x="54" y="52" width="18" height="12" rx="6" className="fill-accent" />
      <circle cx="66" cy="58" r="4" className="fill-on-accent" />
      <Line y={82} width={40} />
      <Line y={92} width={28} />
    </Phone>
  );
}

function Installing() {
  const { t } = useLingui();
  return (
    <Phone label={t`A phone that asks whether to install the app, with its two buttons`}>
      <rect x="20" y="34" width="56" height="58" rx="8" className="fill-sunken stroke-line" strokeWidth="2" />
      <rect x="27" y="42" width="16" height="16" rx="4" className="fill-accent" />
      <Line x={48} y={48} width={22} />
      <Line x={27} y={65} width={34} />
      <Line x={27} y={79} width={14} />
      <rect x="50" y="75" width="22" height="12" rx="6" className="fill-accent" />
    </Phone>
  );
}

const Step = ({ picture, title, children }: { picture: ReactNode; title: ReactNode; children: ReactNode }) => (
  <li className="flex items-start gap-4 sm:flex-col sm:gap-2">
    {picture}
    <div className="min-w-0">
      <h3 className="font-semibold text-base">{title}</h3>
      <p className="text-sm">{children}</p>
    </div>
  </li>
);

export const AndroidSteps = () => (
  <ol className="grid gap-6 sm:grid-cols-3">
    <Step picture={<Downloading />} title={<Trans>1. Download</Trans>}>
      <Trans>
        Download the build in this browser. Your phone may warn that such files can be harmful. It does so for every app
        from outside a store.
      </Trans>
    </Step>
    <Step picture={<Allowing />} title={<Trans>2. Allow it once</Trans>}>
      <Trans>
        Open the file from your downloads. The first time, Android asks you to allow this browser to install apps: open
        the settings it offers, turn on “Allow from this source” and go back.
      </Trans>
    </Step>
    <Step picture={<Installing />} title={<Trans>3. Install and open</Trans>}>
      <Trans>Tap Install, then Open. You can turn the switch off again afterwards.</Trans>
    </Step>
  </ol>
);
