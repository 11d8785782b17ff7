// The server's log: one JSON line per event, without tokens, passwords and row contents.
type LogValue = string | number | boolean | null | undefined;
export type Log = (event: string, fields?: Readonly<Record<string, LogValue>>) => void;

export const jsonLog: Log = (event, fields = {}) => {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...fields })}\n`);
};

export const silentLog: Log = () => undefined;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const logged =
  (log: Log, event: string) =>
  (error: unknown): void =>
    log(event, { message: messageOf(error) });
