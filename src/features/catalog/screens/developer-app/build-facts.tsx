// What a build says of itself, and what testers will run into.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useState } from "react";
import type { AndroidFacts, IosFacts, PackageFacts } from "../../../../../sync/packages/read-package.ts";
import { DateText } from "../../../../ui/formatted-values.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { Picture } from "../../../../ui/picture.tsx";
import { useNow } from "../../../../ui/use-now.ts";
import { androidVersion } from "./android-versions.ts";
import type { CheckedBuild } from "./check-build.ts";

const DAY = 86_400_000;
/** So long before its end a signature is said to end soon. */
const SOON_DAYS = 14;

export function BuildFacts({ build }: { build: Extract<CheckedBuild, { refused: null }> }) {
  const { facts, unreadable } = build;
  if (unreadable) {
    return (
      <Notice tone="caution" title={<Trans>This file could not be read as an app</Trans>}>
        <Trans>It may be damaged, and testers may not be able to install it.</Trans>
      </Notice>
    );
  }
  if (!facts) return null;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex min-w-0 items-center gap-3">
        {facts.platform === "android" && facts.icon && <Icon bytes={facts.icon} />}
        <div className="min-w-0">
          <p className="break-words font-semibold">{facts.name || facts.packageId}</p>
          <p className="break-all text-muted text-sm">{facts.packageId}</p>
        </div>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <Line label={<Trans>Version</Trans>}>
          {facts.version || "–"} ({facts.build || "–"})
        </Line>
        {facts.platform === "android" ? <AndroidLines facts={facts} /> : <IosLines facts={facts} />}
      </dl>
      <Warnings facts={facts} />
    </div>
  );
}

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

function AndroidLines({ facts: { minSdk, abis, signer } }: { facts: AndroidFacts }) {
  const needed = minSdk === null ? null : androidVersion(minSdk);
  return (
    <>
      {needed && (
        <Line label={<Trans>Runs on</Trans>}>
          <Trans>Android {needed} and later</Trans>
        </Line>
      )}
      {abis.length > 0 && <Line label={<Trans>Processors</Trans>}>{abis.join(", ")}</Line>}
      {signer && (
        <Line label={<Trans>Certificate</Trans>}>
          <code className="break-all text-xs" title={signer}>
            {signer.slice(0, 16)}…
          </code>
        </Line>
      )}
    </>
  );
}

function IosLines({ facts: { minOs, team, signing, devices, expiresAt } }: { facts: IosFacts }) {
  return (
    <>
      {minOs && (
        <Line label={<Trans>Runs on</Trans>}>
          <Trans>iOS {minOs} and later</Trans>
        </Line>
      )}
      {team && <Line label={<Trans>Signed by</Trans>}>{team}</Line>}
      {(signing === "ad_hoc" || signing === "development") && (
        <Line label={<Trans>Devices</Trans>}>
          <Plural value={devices} one="# iPhone or iPad in its profile" other="# iPhones or iPads in its profile" />
        </Line>
      )}
      {expiresAt && (
        <Line label={<Trans>Starts until</Trans>}>
          <DateText value={expiresAt} absolute />
        </Line>
      )}
    </>
  );
}

function Warnings({ facts }: { facts: PackageFacts }) {
  const { t } = useLingui();
  const now = useNow();
  const warnings: string[] = [];
  if (facts.platform === "android") {
    if (facts.debuggable) warnings.push(t`It is a debug build: slower, and anybody with the phone can look inside.`);
    if (facts.signer === null)
      warnings.push(
        t`It is not signed as recent versions of Android want it (APK Signature Scheme v2 or later), so they will not install it.`,
      );
  } else {
    const left = facts.expiresAt ? Date.parse(facts.expiresAt) - now : Number.POSITIVE_INFINITY;
    if (left <= 0) warnings.push(t`Its signature has expired: it no longer starts.`);
    else if (left < SOON_DAYS * DAY) warnings.push(t`Its signature ends soon; after that it no longer starts.`);
    if (facts.signing === null) warnings.push(t`It is not signed for devices: it runs in the simulator only.`);
    if (facts.signing === "app_store")
      warnings.push(t`It is signed for the App Store: testers can install it only through TestFlight.`);
    if (facts.signing === "enterprise")
      warnings.push(t`It is signed for a company's own people. Apple does not allow giving it to anybody else.`);
    if (facts.signing === "ad_hoc" || facts.signing === "development")
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
