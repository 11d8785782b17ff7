// "Push on this device": the browser's state, and switching it on and off. Asks for permission only
// when the switch is pressed.
import { useCallback, useEffect, useState } from "react";
import { pushKey, pushSubscribe, pushUnsubscribe } from "../../sync/auth/web-push.ts";
import { reportError } from "../lib/error-log.ts";
import { isTouchApple, runsInstalled } from "./install.ts";
import { loadSync } from "./sync.ts";

export type PushState =
  /** On or off. */
  | "unknown"
  | "on"
  | "off"
  /** Not in this browser. */
  | "unsupported"
  /** iPhone and iPad: only from the Home Screen. */
  | "needs_install"
  /** The permission was denied: only the browser's settings can change that. */
  | "denied";

export type PushOutcome = "done" | "denied" | "offline" | "not_set_up" | "failed";

const supported = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
async function present(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** What can be said at once; the rest is asked of the browser. */
function firstState(): PushState {
  if (isTouchApple() && !runsInstalled()) return "needs_install";
  if (!supported()) return "unsupported";
  return Notification.permission === "denied" ? "denied" : "unknown";
}

async function currentState(): Promise<PushState> {
  const first = firstState();
  return first === "unknown" ? ((await present()) ? "on" : "off") : first;
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
    // The browser's push service is unreachable or refused.
    reportError(error);
    return "failed";
  }
  const noted = await pushSubscribe(transport, subscription.toJSON());
  if (noted.ok) return "done";
  await subscription.unsubscribe();
  return noted.error.type === "offline" ? "offline" : "failed";
}

/**
 * Ends it on this device, even when the server is unreachable: the server drops addresses that
 * fail.
 */
export async function stopPush(): Promise<void> {
  if (!supported()) return;
  const subscription = await present();
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
