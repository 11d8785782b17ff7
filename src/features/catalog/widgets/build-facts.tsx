// Package metadata and warnings for testers. The developer's device reads them before the upload,
// the server after it.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useState } from "react";
import type { BuildCaution, UnreadBuild } from "#sync/files/build-checks.ts";
import { DateText } from "#ui/formatted-values.tsx";
import { Notice } from "#ui/notice.tsx";
import { Picture } from "#ui/picture.tsx";
import { useNow } from "#ui/use-now.ts";
import { androidVersion } from "../android-versions.ts";
import type { PackageMetadata } from "../package-metadata.ts";

const DAY = 86_400_000;
/** Warns this number of days before a signature ends. */
const SOON_DAYS = 14;

interface BuildFactsProps {
  metadata: PackageMetadata;
  /** The previous version, signed with another key: phones reject the update. */
  otherKey?: string | null;
  /** Omits name and id. */
  brief?: boolean;
}

export function BuildFacts({ metadata, otherKey = null, brief = false }: BuildFactsProps) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {!brief && (
        <div className="flex min-w-0 items-center gap-3">
          {metadata.icon && <Icon bytes={metadata.icon} />}
          <div className="min-w-0">
            <p className="break-words font-semibold">{metadata.name || metadata.packageId}</p>
            <p className="break-all text-muted text-sm">{metadata.packageId}</p>
          </div>
        </div>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {brief ? (
          <Line label={<Trans>Package</Trans>}>
            <span className="break-all">{metadata.packageId}</span>
          </Line>
        ) : (
          <Line label={<Trans>Version</Trans>}>
            {metadata.version || "–"} ({metadata.build || "–"})
          </Line>
        )}
        {brief && metadata.build !== "" && <Line label={<Trans>Build number</Trans>}>{metadata.build}</Line>}
        {metadata.platform === "android" ? <AndroidLines metadata={metadata} /> : <IosLines metadata={metadata} />}
      </dl>
      <Warnings metadata={metadata} otherKey={otherKey} />
    </div>
  );
}

const unreadReasons: { readonly [F in UnreadBuild]: MessageDescriptor } = {
  damaged: msg`It may be damaged.`,
  incomplete: msg`The file is incomplete. Copy or build it again.`,
  unknown_compression: msg`Parts of it are packed by an unknown method.`,
  encrypted: msg`Parts of it are encrypted.`,
  several_apps: msg`It contains more than one app.`,
  unreadable_info: msg`The app's Info.plist cannot be read.`,
  no_id: msg`The app's Info.plist names no identifier (CFBundleIdentifier).`,
};

/** Warns about an unreadable file, which devices may still install. */
export function UnreadBuildNotice({ why }: { why: UnreadBuild }) {
  const { t } = useLingui();
  return (
    <Notice tone="caution" title={<Trans>This file could not be read as an app</Trans>}>
      {t(unreadReasons[why])} <Trans>Testers may not be able to install it.</Trans>
    </Notice>
  );
}

const cautions: { readonly [C in BuildCaution]: MessageDescriptor } = {
  test_only: msg`It is a test-only build: only adb can install this build (adb install -t). Build it with Build > Build APK instead of Run.`,
  unsigned: msg`It is not signed: phones will not install it.`,
  zip64: msg`It is packed as ZIP64, which Android does not accept in signed apps: phones will not install it.`,
  android_11: msg`It has only the old signature (v1) and targets API 30 or later: Android 11 and later will not install it. Sign it with APK Signature Scheme v2 or later.`,
  android_14: msg`It targets an API level below 23: Android 14 and later will not install it.`,
  android_15: msg`It targets an API level below 24: Android 15 and later will not install it.`,
  unresolved: msg`Its name or version is a build variable that was not replaced, such as $(MARKETING_VERSION).`,
};

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

function AndroidLines({ metadata: { minOs, abis, signer } }: { metadata: PackageMetadata }) {
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

function IosLines({ metadata: { minOs, team, signing, devices, expiresAt } }: { metadata: PackageMetadata }) {
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

function Warnings({ metadata, otherKey: version }: { metadata: PackageMetadata; otherKey: string | null }) {
  const { t } = useLingui();
  const now = useNow();
  const warnings: string[] = [];
  if (version !== null)
    warnings.push(t`It is signed with another key than version ${version}: testers must uninstall that one first.`);
  for (const caution of metadata.cautions) warnings.push(t(cautions[caution]));
  if (metadata.signing === "debug")
    warnings.push(t`It is a debug build: slower, and anybody with the phone can look inside.`);
  if (metadata.platform === "ios") {
    const left = metadata.expiresAt ? Date.parse(metadata.expiresAt) - now : Number.POSITIVE_INFINITY;
    if (left <= 0) warnings.push(t`Its signature has expired: it no longer starts.`);
    else if (left < SOON_DAYS * DAY) warnings.push(t`Its signature ends soon; after that it no longer starts.`);
    if (metadata.signing === "simulator")
      warnings.push(t`It is not signed for devices: it runs in the simulator only.`);
    if (metadata.signing === "app_store")
      warnings.push(t`It is signed for the App Store: testers can install it only through TestFlight.`);
    if (metadata.signing === "enterprise")
      warnings.push(
        t`It is signed for a company's own people. Apple does not allow giving it to anybody else: you cannot publish it or use it in a public campaign.`,
      );
    if (metadata.signing === "ad_hoc" || metadata.signing === "development")
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
