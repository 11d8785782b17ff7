// LISTEN on a connection of its own, which is made again for as long as it takes whenever it is
// lost.
import pg from "pg";

const firstWait = 100;
const longestWait = 5000;

/** Resolves when it listens. Gives what ends it. */
export async function startListening(
  url: string,
  channel: string,
  heard: (payload: string) => void,
  again: () => void,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const open = async (): Promise<void> => {
    const made = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 });
    let lost = false;
    const lose = (): void => {
      if (lost || client !== made) return;
      lost = true;
      retry(firstWait);
    };
    made.on("error", lose);
    made.on("end", lose);
    made.on("notification", ({ channel: from, payload }) => {
      if (from === channel) heard(payload ?? "");
    });
    try {
      await made.connect();
      await made.query(`listen "${channel.replaceAll('"', '""')}"`);
    } catch (error) {
      await made.end().catch(() => undefined);
      throw error;
    }
    if (stopped) await made.end();
    client = made;
  };
  const retry = (wait: number): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      open().then(again, () => retry(Math.min(wait * 2, longestWait)));
    }, wait);
  };

  await open();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client?.end();
  };
}
