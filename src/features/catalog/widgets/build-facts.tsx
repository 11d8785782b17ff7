// What a build says of itself, and what testers will run into: as this device reads it before it is
// sent, and as the server has read it.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useState } from "react";
import { DateText } from "../../../ui/formatted-values.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { androidVersion } from "../android-versions.ts";
import type { SaidOfBuild } from "../said-of-build.ts";

const DAY = 86_400_000;
/** So long before its end a signature is said to end soon. */
const SOON_DAYS = 14;

interface BuildFactsProps {
  said: SaidOfBuild;
  /** A version that is signed with another key: phones refuse to update it. */
  otherKey?: string | null;
  /** Without name and id, where they are said already. */
  brief?: boolean;
}

export function BuildFacts({ said, otherKey = null, brief = false }: BuildFactsProps) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {!brief && (
        <div className="flex min-w-0 items-center gap-3">
          {said.icon && <Icon bytes={said.icon} />}
          <div className="min-w-0">
            <p className="break-words font-semibold">{said.name || said.packageId}</p>
            <p className="break-all text-muted text-sm">{said.packageId}</p>
          </div>
        </div>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {brief ? (
          <Line label={<Trans>Package</Trans>}>
            <span className="break-all">{said.packageId}</span>
          </Line>
        ) : (
          <Line label={<Trans>Version</Trans>}>
            {said.version || "–"} ({said.build || "–"})
          </Line>
        )}
        {brief && said.build !== "" && <Line label={<Trans>Build number</Trans>}>{said.build}</Line>}
        {said.platform === "android" ? <AndroidLines said={said} /> : <IosLines said={said} />}
      </dl>
      <Warnings said={said} otherKey={otherKey} />
    </div>
  );
}

/** For a file that this device could not read. */
export const UnreadableBuild = () => (
  <Notice tone="caution" title={<Trans>This file could not be read as an app</Trans>}>
    <Trans>It may be damaged, and testers may not be able to install it.</Trans>
  </Notice>
);

const Line = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </>
);

function Icon({ bytes }: { bytes: Uint8Array }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([new Uint8Array(bytes)]));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  return <Picture src={url} alt="" instead={null} className="size-12 shrink-0 rounded-lg object-contain" />;
}

function AndroidLines({ said: { minOs, abis, signer } }: { said: SaidOfBuild }) {
  const needed = minOs === "" ? null : androidVersion(Number(minOs));
  return (
    <>
      {needed && (
        <Line label={<Trans>Runs on</Trans>}>
          <Trans>Android {needed} and later</Trans>
        </Line>
      )}
      {abis.length > 0 && <Line label={<Trans>Processors</Trans>}>{abis.join(", ")}</Line>}
      {signer !== "" && (
        <Line label={<Trans>Certificate</Trans>}>
          <code className="break-all text-xs" title={signer}>
            {signer.slice(0, 16)}…
          </code>
        </Line>
      )}
    </>
  );
}

function IosLines({ said: { minOs, team, signing, devices, expiresAt } }: { said: SaidOfBuild }) {
  return (
    <>
      {minOs !== "" && (
        <Line label={<Trans>Runs on</Trans>}>
          <Trans>iOS {minOs} and later</Trans>
        </Line>
      )}
      {team !== "" && <Line label={<Trans>Signed by</Trans>}>{team}</Line>}
      {(signing === "ad_hoc" || signing === "development") && (
        <Line label={<Trans>Devices</Trans>}>
          <Plural value={devices} one="# iPhone or iPad in its profile" other="# iPhones or iPads in its profile" />
        </Line>
      )}
      {expiresAt && (
        <Line label={<Trans>Runs until</Trans>}>
          <DateText value={expiresAt} absolute />
        </Line>
      )}
    </>
  );
}

function Warnings({ said, otherKey: version }: { said: SaidOfBuild; otherKey: string | null }) {
  const { t } = useLingui();
  const now = useNow();
  const warnings: string[] = [];
  if (version !== null)
    warnings.push(t`It is signed with another key than version ${version}: testers must uninstall that one first.`);
  if (said.debuggable) warnings.push(t`It is a debug build: slower, and anybody with the phone can look inside.`);
  if (said.platform === "android") {
    if (said.signer === "")
      warnings.push(
        t`It is not signed as recent versions of Android want it (APK Signature Scheme v2 or later), so they will not install it.`,
      );
  } else {
    const left = said.expiresAt ? Date.parse(said.expiresAt) - now : Number.POSITIVE_INFINITY;
    if (left <= 0) warnings.push(t`Its signature has expired: it no longer starts.`);
    else if (left < SOON_DAYS * DAY) warnings.push(t`Its signature ends soon; after that it no longer starts.`);
    if (said.signing === "simulator") warnings.push(t`It is not signed for devices: it runs in the simulator only.`);
    if (said.signing === "app_store")
      warnings.push(t`It is signed for the App Store: testers can install it only through TestFlight.`);
    if (said.signing === "enterprise")
      warnings.push(
        t`It is signed for a company's own people. Apple does not allow giving it to anybody else: you cannot publish it or use it in a public campaign.`,
      );
    if (said.signing === "ad_hoc" || said.signing === "development")
      warnings.push(t`It installs only on the devices that its profile names.`);
  }
  if (warnings.length === 0) return null;
  return (
    <Notice tone="caution" title={<Trans>Testers should know</Trans>}>
      <ul className="flex list-disc flex-col gap-1 ps-4">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Notice>
  );
}
