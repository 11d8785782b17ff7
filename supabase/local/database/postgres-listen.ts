// LISTEN on a dedicated connection that reconnects.
import pg from "pg";
import { defer, fromEvent, retry, switchMap, takeUntil, timer } from "rxjs";
import type { Listener } from "./session.ts";

const reconnectDelayMs = (attempt: number): number => Math.min(100 * 2 ** (attempt - 1), 5000);

export async function startListening(url: string, listener: Listener): Promise<() => Promise<void>> {
  const { channel } = listener;
  const stopped = new AbortController();
  let client: pg.Client | undefined;

  const open = async (): Promise<void> => {
    const opened = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 });
    let lost = false;
    const onLoss = (): void => {
      if (lost || client !== opened) return;
      lost = true;
      reconnect();
    };
    opened.on("error", onLoss);
    opened.on("end", onLoss);
    opened.on("notification", ({ channel: from, payload }) => {
      if (from === channel) listener.onMessage(payload ?? "");
    });
    try {
      await opened.connect();
      await opened.query(`listen "${channel.replaceAll('"', '""')}"`);
    } catch (error) {
      await opened.end().catch(() => undefined);
      throw error;
    }
    if (stopped.signal.aborted) await opened.end();
    client = opened;
  };
  const reconnect = (): void => {
    if (stopped.signal.aborted) return;
    timer(reconnectDelayMs(1))
      .pipe(
        switchMap(() => defer(open).pipe(retry({ delay: (_error, attempt) => timer(reconnectDelayMs(attempt + 1)) }))),
        takeUntil(fromEvent(stopped.signal, "abort")),
      )
      .subscribe(() => listener.onReconnect());
  };

  await open();
  return async () => {
    stopped.abort();
    await client?.end();
  };
}
