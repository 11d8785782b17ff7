// "Push on this device": asks for permission only on click, and explains how to fix a denied one.
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { type PushOutcome, usePush } from "#state/web-push.ts";
import { Switch } from "#ui/checkbox-radio-switch.tsx";
import { Notice } from "#ui/notice.tsx";
import { showToast } from "#ui/toast.tsx";

export function PushSwitch() {
  const { t } = useLingui();
  const { state, start, stop } = usePush();
  const [pending, setPending] = useState(false);
  if (state === "needs_install") {
    return (
      <Notice title={<Trans>Push needs the installed app</Trans>}>
        <Trans>
          On iPhone and iPad: open the share menu, choose “Add to Home Screen”, and open Betaflock from there. Then you
          can turn on push here.
        </Trans>
      </Notice>
    );
  }
  if (state === "unsupported") {
    return (
      <Notice>
        <Trans>This browser does not support push notifications. The bell in the app shows you everything.</Trans>
      </Notice>
    );
  }
  if (state === "denied") {
    return (
      <Notice tone="caution" title={<Trans>Push is blocked for this site</Trans>}>
        <Trans>
          Notifications are blocked. To change that, open this site's settings in your browser (the icon next to the
          address), allow notifications, and reload this page.
        </Trans>
      </Notice>
    );
  }
  const failed: { readonly [O in Exclude<PushOutcome, "done">]: string } = {
    denied: t`Push was not allowed.`,
    offline: t`The server cannot be reached. Check your connection and try again.`,
    not_set_up: t`Push is not set up on this server.`,
    failed: t`Your browser's push service did not answer. Please try again later.`,
  };
  const change = async (on: boolean) => {
    setPending(true);
    const outcome = on ? await start() : "done";
    if (!on) await stop();
    setPending(false);
    if (outcome !== "done") showToast({ tone: "danger", title: failed[outcome] });
    else showToast({ title: on ? t`Push is on for this device` : t`Push is off for this device` });
  };
  return (
    <Switch
      checked={state === "on"}
      disabled={pending || state === "unknown"}
      onChange={(event) => void change(event.target.checked)}
      label={<Trans>Push on this device</Trans>}
      help={<Trans>Get messages even when Betaflock is closed. Your browser asks you first.</Trans>}
    />
  );
}
