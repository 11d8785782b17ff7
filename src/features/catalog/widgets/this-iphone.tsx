// Checks whether this iPhone or iPad is in the provisioning profile of a build, and adds it.
// Browsers cannot read a device's identifier: the phone sends it through a configuration profile
// and returns here with an id from the server.
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { Smartphone } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { readKey, writeKey } from "#lib/browser-storage.ts";
import { THIS_IPHONE_KEY } from "#lib/constants.ts";
import { callServer } from "#state/call-server.ts";
import { useStatus } from "#state/status.ts";
import { useRemote } from "#state/use-online-query.ts";
import { enrolmentLink } from "#sync/mutations/install.ts";
import { myTestDevices, shareTestDevice, type TestDevice } from "#sync/schema/test-device-functions.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { Notice } from "#ui/notice.tsx";
import { showToast } from "#ui/toast.tsx";
import { failureText, failureTexts } from "../../sync/failures.ts";
import { userDevice } from "../user-device.ts";

interface ThisIphoneProps {
  releaseId: string;
  /** Id of a device that was just added, from the URL. */
  added: string | undefined;
}

export function ThisIphone({ releaseId, added }: ThisIphoneProps) {
  const navigate = useNavigate({ from: "/b/$releaseId" });
  const remote = useRemote(myTestDevices, { release_id: releaseId });
  const [own, setOwn] = useState(() => readKey(THIS_IPHONE_KEY));
  const { system } = userDevice();
  const isHere = system === "iphone" || system === "ipad";
  const devices = remote.state === "ready" ? remote.data.devices : [];
  const fresh = isHere && devices.some(({ id }) => id === added) ? added : undefined;
  const choose = (id: string) => {
    writeKey(THIS_IPHONE_KEY, id);
    setOwn(id);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that was added
  useEffect(() => {
    if (fresh === undefined) return;
    choose(fresh);
    // Remove the id from the URL, because the user may share the address.
    void navigate({ search: {}, replace: true });
  }, [fresh]);
  if (remote.state === "error")
    return <ErrorState title={<Trans>Your iPhones and iPads could not be loaded</Trans>} onRetry={remote.reload} />;
  if (remote.state !== "ready" || remote.data.organization === null) return null;
  const { organization } = remote.data;
  const device = isHere ? devices.find(({ id }) => id === own) : undefined;
  if (device) {
    return (
      <Known
        key={device.id}
        {...{ device, organization, releaseId }}
        onShared={remote.reload}
        onOther={() => {
          writeKey(THIS_IPHONE_KEY, null);
          setOwn(null);
        }}
      />
    );
  }
  return (
    <Notice title={<Trans>It installs only on devices that its developer has registered with Apple</Trans>}>
      <div className="flex flex-col items-start gap-3">
        {devices.length > 0 && <Devices devices={devices} onChoose={isHere ? choose : null} />}
        {isHere ? (
          <AddIphone releaseId={releaseId} organization={organization} />
        ) : (
          <p>
            <Trans>Open this page on your iPhone or iPad to add it.</Trans>
          </p>
        )}
      </div>
    </Notice>
  );
}

function Devices({ devices, onChoose }: { devices: readonly TestDevice[]; onChoose: ((id: string) => void) | null }) {
  const { t } = useLingui();
  return (
    <ul aria-label={t`Devices you have added`} className="flex w-full flex-col gap-1">
      {devices.map((device) => {
        const name = device.model || t`Device`;
        return (
          <li key={device.id} className="flex flex-wrap items-center gap-x-3">
            <span className="break-words">
              <strong className="font-semibold">{name}</strong>,{" "}
              <Trans>
                added <DateText value={device.created_at} />
              </Trans>
              {": "}
              <InProfile value={device.in_profile} />
            </span>
            {onChoose && (
              <Button size="sm" variant="ghost" aria-label={t`This is it: ${name}`} onClick={() => onChoose(device.id)}>
                <Trans>This is it</Trans>
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const InProfile = ({ value }: { value: boolean | null }): ReactNode => {
  if (value === null) return <Trans>not known whether it is in the profile</Trans>;
  return value ? <Trans>in the profile</Trans> : <Trans>not in the profile yet</Trans>;
};

interface KnownProps {
  device: TestDevice;
  organization: string;
  releaseId: string;
  onShared: () => void;
  onOther: () => void;
}

function Known({ device, organization, releaseId, onShared, onOther }: KnownProps) {
  const { t } = useLingui();
  const online = useStatus("online");
  const [pending, setPending] = useState(false);
  const kind = userDevice().system === "ipad" ? "iPad" : "iPhone";
  const share = async () => {
    setPending(true);
    const done = await callServer((transport) =>
      transport.rpc(shareTestDevice, { device_id: device.id, release_id: releaseId }),
    );
    setPending(false);
    if (done.ok) onShared();
    else showToast({ tone: "danger", title: t(failureText(done.error)) });
  };
  const other = (
    <Button size="sm" variant="ghost" onClick={onOther}>
      <Trans>This is another device</Trans>
    </Button>
  );
  if (device.in_profile === true) {
    return (
      <Notice tone="positive" title={<Trans>This {kind} is in the profile of this build</Trans>} action={other}>
        <Trans>You can install the build on it.</Trans>
      </Notice>
    );
  }
  return (
    <Notice
      tone="caution"
      title={
        device.in_profile === false ? (
          <Trans>This {kind} is not in the profile of this build yet</Trans>
        ) : (
          <Trans>Whether this {kind} is in the profile is not known</Trans>
        )
      }
      action={
        <>
          {!device.shared && (
            <Button size="sm" variant="primary" disabled={!online} pending={pending} onClick={() => void share()}>
              <Trans>Share it with {organization}</Trans>
            </Button>
          )}
          {other}
        </>
      }
    >
      {device.shared ? (
        <Trans>
          {organization} has its identifier and can register it. Until a build names this {kind}, it cannot be installed
          here; a notification tells you of each new one.
        </Trans>
      ) : (
        <Trans>
          {organization} does not have its identifier. The managers of the organization can register it with Apple once
          you share it.
        </Trans>
      )}
    </Notice>
  );
}

const addFailure = failureTexts({
  no_https: msg`iOS does this only with a server that has https.`,
  not_set_up: msg`This server is not set up to add devices. Ask the developer for a TestFlight link.`,
});

function AddIphone({ releaseId, organization }: { releaseId: string; organization: string }) {
  const online = useStatus("online");
  const { t } = useLingui();
  const [state, setState] = useState<"idle" | "asking" | "begun" | { failure: string }>("idle");
  const kind = userDevice().system === "ipad" ? "iPad" : "iPhone";
  const add = async () => {
    setState("asking");
    const link = await callServer((transport) => enrolmentLink(transport, releaseId));
    if (!link.ok) return setState({ failure: t(addFailure(link.error)) });
    setState("begun");
    window.location.assign(link.value.url);
  };
  return (
    <>
      <p className="max-w-prose">
        <Trans>
          Add this {kind}, and {organization} can register it. iOS shows you a profile that tells its identifier (UDID)
          once; nothing stays installed. The identifier is stored encrypted, and only the managers of {organization} can
          read it.
        </Trans>
      </p>
      <Button icon={Smartphone} size="sm" disabled={!online} pending={state === "asking"} onClick={() => void add()}>
        <Trans>Add this {kind}</Trans>
      </Button>
      {!online && (
        <p>
          <Trans>Adding a device needs a connection.</Trans>
        </p>
      )}
      {state === "begun" && (
        <ol role="status" className="flex max-w-prose list-decimal flex-col gap-1 ps-5">
          <li>
            <Trans>Tap Allow. If nothing asks you, open this page in Safari and begin there.</Trans>
          </li>
          <li>
            <Trans>
              Open Settings, Profile Downloaded, and tap Install. “Not Signed” is expected: the profile asks for the
              identifier and sets nothing.
            </Trans>
          </li>
          <li>
            <Trans>iOS then brings you back here. The link works for 15 minutes.</Trans>
          </li>
        </ol>
      )}
      {typeof state === "object" && (
        <p role="alert" className="text-danger">
          {state.failure}
        </p>
      )}
    </>
  );
}
