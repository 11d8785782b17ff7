// "Push on this device": state and switching. Asks for permission only when the user turns it on.
import { useCallback, useEffect, useState } from "react";
import { currentSubscription, pushKey, pushSubscribe, pushUnsubscribe } from "../../sync/auth/web-push.ts";
import { reportError } from "../lib/error-log.ts";
import { isTouchApple, runsInstalled } from "./install.ts";
import { loadSync } from "./sync.ts";

export type PushState =
  /** The browser has not reported the state yet. */
  | "unknown"
  | "on"
  | "off"
  | "unsupported"
  /** iPhone and iPad: available only from the Home Screen. */
  | "needs_install"
  /** The user must change the browser's settings. */
  | "denied";

export type PushOutcome = "done" | "denied" | "offline" | "not_set_up" | "failed";

const supported = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** The synchronously known state; the rest needs a query. */
function firstState(): PushState {
  if (isTouchApple() && !runsInstalled()) return "needs_install";
  if (!supported()) return "unsupported";
  return Notification.permission === "denied" ? "denied" : "unknown";
}

async function currentState(): Promise<PushState> {
  const first = firstState();
  return first === "unknown" ? ((await currentSubscription()) ? "on" : "off") : first;
}

/** Browsers expect the key as bytes. */
const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));

async function startPush(): Promise<PushOutcome> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const { transport } = await loadSync();
  const key = await pushKey(transport);
  if (!key.ok) return key.error.type === "offline" ? "offline" : "not_set_up";
  const registration = await navigator.serviceWorker.ready;
  let subscription: PushSubscription;
  try {
    subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytesOf(key.value),
    });
  } catch (error) {
    // The browser's push service is unreachable or rejected.
    reportError(error);
    return "failed";
  }
  const noted = await pushSubscribe(transport, subscription.toJSON());
  if (noted.ok) return "done";
  await subscription.unsubscribe();
  return noted.error.type === "offline" ? "offline" : "failed";
}

/** Unsubscribes this device, also offline: the server deletes subscriptions that fail. */
export async function stopPush(): Promise<void> {
  if (!supported()) return;
  const subscription = await currentSubscription();
  if (!subscription) return;
  const { transport } = await loadSync();
  await pushUnsubscribe(transport, subscription.endpoint);
  await subscription.unsubscribe();
}

export function usePush(): { state: PushState; start: () => Promise<PushOutcome>; stop: () => Promise<void> } {
  const [state, setState] = useState(firstState);
  const look = useCallback(() => currentState().then(setState, reportError), []);
  useEffect(() => void look(), [look]);
  return {
    state,
    async start() {
      const outcome = await startPush();
      await look();
      return outcome;
    },
    async stop() {
      await stopPush();
      await look();
    },
  };
}
