import { useEffect } from "react";
import type { ContactLetter } from "../../../../../sync/schema/admin-functions.ts";
import { now } from "../../../../lib/clock.ts";
import { useStatus } from "../../../../state/status.ts";

const pauseMs = 3000;
/** The server's queue is emptied each minute. */
const followedMs = 2 * 60_000;

/** Looks again while a reply that was just written is on its way. */
export function useDeliveries(letters: readonly ContactLetter[], reload: () => void): void {
  const online = useStatus("online");
  const since = now() - followedMs;
  const sending = letters.some(({ replies }) =>
    replies.some(({ delivery, failure, at }) => delivery === "waiting" && failure === "" && Date.parse(at) > since),
  );
  useEffect(() => {
    if (!online || !sending) return;
    const timer = setInterval(reload, pauseMs);
    return () => clearInterval(timer);
  }, [online, sending, reload]);
}
