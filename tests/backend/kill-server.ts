// A backend in a process of its own, so that kill.test.ts can kill it. Says its address on the
// first line.
import { jsonLog, messageOf } from "../../supabase/local/log.ts";
import { startProject } from "./world.ts";

startProject({
  dataDir: process.argv[2] ?? "",
  port: Number(process.argv[3] ?? 0),
  log: jsonLog,
  schedule: false,
}).then(
  (backend) =>
    process.stdout.write(`${JSON.stringify({ url: backend.url, publishableKey: backend.publishableKey })}\n`),
  (error: unknown) => {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(3);
  },
);
