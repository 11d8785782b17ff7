// Two hundred devices against one server and one Postgres on this machine: throughput, latency,
// failures, and CPU use, which shows the bottleneck.
import { fork } from "node:child_process";
import { cpus, loadavg } from "node:os";
import { startBackend } from "../../supabase/local/backend.ts";
import { startTestPostgres } from "../fixtures/test-postgres.ts";
import type { Clients, Measured } from "./client-process.ts";
import type { Row, Size } from "./report.ts";

export async function clientRows(done: (row: Row) => void, size: Size): Promise<void> {
  const clients = size(200);
  const seconds = size(15);
  process.env.LITE_AUTH_BCRYPT_COST = "4";
  const cluster = await startTestPostgres();
  const backend = await startBackend({ databaseUrl: cluster.url, schedule: false });
  try {
    const asked: Clients = { url: backend.url, key: backend.publishableKey, clients, seconds };
    const devices = fork(new URL("./client-process.ts", import.meta.url), [JSON.stringify(asked)], {
      execArgv: ["--import", "tsx"],
    });
    const { pushes, pulls, errors } = await new Promise<Measured>((measured, failed) => {
      devices.once("message", (value) => measured(value as Measured));
      devices.once("exit", () => failed(new Error("The process of the clients ended before it answered")));
    });
    const [load = 0] = loadavg();
    done({
      what: `${clients} clients pushing and pulling without a pause, server and Postgres on this machine`,
      aims: [
        { of: "push", by: "p95", most: 800 },
        { of: "pull of 13 collections", by: "p95", most: 800 },
      ],
      values: { push: pushes, "pull of 13 collections": pulls },
      compare: false,
      note: `Load ${load.toFixed(1)} on ${cpus().length} cores: it saturates on the processor.`,
    });
    done({
      what: "the same: calls a second",
      aims: [{ of: "calls", by: "median", least: 300 }],
      unit: "/s",
      values: { calls: [(pushes.length + pulls.length) / seconds] },
    });
    done({
      what: "the same: errors",
      aims: [{ of: "errors", by: "median", most: 0 }],
      unit: "",
      values: { errors: [errors.length] },
      ...(errors[0] ? { note: errors[0] } : {}),
    });
  } finally {
    await backend.stop();
    await cluster.stop();
  }
}
