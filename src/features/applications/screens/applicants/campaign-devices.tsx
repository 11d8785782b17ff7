// The iPhones and iPads of a campaign's testers, for registration with Apple. Loaded from the
// server each time, because identifiers must not be stored on this device.
import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowLeft, CloudOff, Copy, Download, Smartphone } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { failureText, rejectionCode } from "#features/sync/failures.ts";
import { reportError } from "#lib/error-log.ts";
import { matches } from "#lib/text-match.ts";
import { callServer } from "#state/call-server.ts";
import { useStatus } from "#state/status.ts";
import { type CampaignDevice, campaignDevices, type CampaignDevices as Found } from "#sync/mutations/install.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { CallFailure, Result } from "#sync/transport/result.ts";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { type Column, column, DataTable } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { FilterPills } from "#ui/filter-pills.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { saveFile } from "#ui/save-file.ts";
import { SearchInput } from "#ui/search-input.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { showToast } from "#ui/toast.tsx";

interface CampaignDevicesProps {
  campaign: Campaign;
  onBack: () => void;
}

export function CampaignDevices({ campaign, onBack }: CampaignDevicesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is unmounted: focus the heading.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" variant="ghost" icon={ArrowLeft} onClick={onBack}>
          <Trans>Back to the applicants</Trans>
        </Button>
        <h2 ref={heading} tabIndex={-1} className="text-lg">
          <Trans>iPhones and iPads</Trans>
        </h2>
      </div>
      <p className="max-w-prose text-muted text-sm">
        <Trans>
          An ad hoc build installs only on devices that you have registered with Apple. Register these, renew the
          profile, and upload a build that is signed with it.
        </Trans>
      </p>
      <Devices campaignId={campaign.id} />
    </div>
  );
}

function Devices({ campaignId }: { campaignId: string }) {
  const { t } = useLingui();
  const online = useStatus("online");
  const [answer, setAnswer] = useState<Result<Found, CallFailure> | null>(null);
  const ask = useCallback(async () => {
    // Keep the loaded list when the connection drops.
    setAnswer((old) => (old?.ok ? old : null));
    const next = await callServer((transport) => campaignDevices(transport, campaignId));
    setAnswer((old) => (old?.ok && !next.ok && next.error.type === "offline" ? old : next));
  }, [campaignId]);
  useEffect(() => {
    if (online) ask().catch(reportError);
  }, [ask, online]);
  if (answer?.ok) return <Table found={answer.value} />;
  if (!online) {
    return (
      <EmptyState icon={CloudOff} title={<Trans>This needs a connection</Trans>}>
        <Trans>Device identifiers are not stored on this device.</Trans>
      </EmptyState>
    );
  }
  if (answer === null) return <SkeletonList />;
  return (
    <ErrorState title={<Trans>The devices could not be loaded</Trans>} onRetry={() => void ask().catch(reportError)}>
      {rejectionCode(answer.error) === "not_set_up" ? (
        <Trans>Adding devices is not set up on this server: it has no key to encrypt them with.</Trans>
      ) : (
        t(failureText(answer.error))
      )}
    </ErrorState>
  );
}

/** Line breaks in a name must not split a row. */
const line = (...cells: string[]) => cells.map((cell) => cell.replaceAll(/[\t\r\n]+/g, " ")).join("\t");

/** Testers may share a device, which Apple accepts only once. */
const each = (devices: readonly CampaignDevice[]) => [...new Map(devices.map((one) => [one.udid, one])).values()];

/** The file format of Apple's "Register multiple devices" page. */
const fileForApple = (devices: readonly CampaignDevice[]): string =>
  [
    line("Device ID", "Device Name", "Device Platform"),
    ...each(devices).map(({ udid, name, model }) =>
      line(udid, [...`${name} ${model}`.trim()].slice(0, 50).join(""), "ios"),
    ),
  ].join("\n");

function Table({ found: { devices, version } }: { found: Found }) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const known = devices.some(({ in_profile }) => in_profile !== null);
  const open = devices.filter(({ in_profile }) => in_profile !== true);
  const [only, setOnly] = useState<"open" | undefined>(known && open.length > 0 ? "open" : undefined);
  const shown = (only === "open" ? open : devices).filter(({ name, model, udid }) => matches(text, name, model, udid));
  if (devices.length === 0) {
    return (
      <EmptyState icon={Smartphone} title={<Trans>No tester has added a device yet</Trans>}>
        <Trans>The page of an ad hoc build asks your testers to. A notification tells you of each one.</Trans>
      </EmptyState>
    );
  }
  const columns: Column<CampaignDevice>[] = [
    column("who", t`Tester`, { primary: true }, ({ name }) => <span className="break-words">{name}</span>),
    column("model", t`Model`, ({ model }) => model || "–"),
    column("added", t`Added`, ({ created_at }) => <DateText value={created_at} />),
    column("profile", version === null ? t`In the profile` : t`In the profile of ${version}`, ({ in_profile }) =>
      in_profile === null ? "–" : in_profile ? <Trans>Yes</Trans> : <Trans>Not yet</Trans>,
    ),
    column("udid", t`Identifier (UDID)`, ({ udid }) => (
      <span className="flex flex-wrap items-center gap-2">
        <code className="break-all font-mono text-xs">{udid}</code>
        <CopyButton text={udid} copied={t`The identifier was copied`} />
      </span>
    )),
  ];
  const copyAll = () =>
    navigator.clipboard
      .writeText(
        each(shown)
          .map(({ udid }) => udid)
          .join("\n"),
      )
      .then(
        () => showToast({ title: t`The identifiers were copied` }),
        () => showToast({ tone: "danger", title: t`This could not be copied. Select it and copy it yourself.` }),
      );
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <SearchInput value={text} onChange={setText} label={t`Search devices`} className="w-full md:w-72" />
        {known && (
          <FilterPills
            label={t`Profile`}
            value={only}
            onChange={setOnly}
            pills={[
              { value: undefined, label: t`All devices`, count: devices.length },
              { value: "open", label: t`Not in the profile`, count: open.length },
            ]}
          />
        )}
        <div className="flex flex-wrap gap-2 md:ms-auto">
          <Button icon={Copy} disabled={shown.length === 0} onClick={() => void copyAll()}>
            <Trans>Copy identifiers</Trans>
          </Button>
          <Button
            icon={Download}
            disabled={shown.length === 0}
            onClick={() => saveFile("devices.txt", new Blob([fileForApple(shown)], { type: "text/plain" }))}
          >
            <Trans>Download for Apple</Trans>
          </Button>
        </div>
      </div>
      {shown.length === 0 ? (
        <NoMatch
          title={<Trans>No devices found</Trans>}
          onClear={() => {
            setText("");
            setOnly(undefined);
          }}
        />
      ) : (
        <DataTable
          caption={t`iPhones and iPads`}
          columns={columns}
          rows={shown}
          keyOf={({ udid, name }) => udid + name}
        />
      )}
    </>
  );
}
