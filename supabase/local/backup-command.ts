// `npm run db:backup [-- file]` and `npm run db:restore -- file`.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { messageOf } from "./common/log.ts";
import { backUp, OperatorError, type Place, restore } from "./database/backup.ts";
import { DataFolderInUse } from "./database/folder-lock.ts";
import { readEnvironment } from "./environment.ts";

const placeOf = (environment: ReturnType<typeof readEnvironment>): Place => ({
  dataDir: resolve(environment.DATA_DIR ?? fileURLToPath(new URL("../../.data", import.meta.url))),
  databaseUrl: environment.DATABASE_URL,
});

async function main([command, file]: readonly string[]): Promise<string> {
  const place = placeOf(readEnvironment(process.env));
  if (command === "backup") {
    const to = file ?? `betaflock-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}.tgz`;
    await backUp(place, to);
    return `${resolve(to)} holds the database, the files and the secrets. Keep it where nobody else reads it.`;
  }
  if (command !== "restore" || file === undefined) throw new OperatorError("Which file? npm run db:restore -- <file>");
  const kept = await restore(place, file);
  const before = kept ? ` What was in the data folder before lies in ${kept}.` : "";
  return `Restored.${before} Start the server: each device compares what it has with what is here now.`;
}

main(process.argv.slice(2)).then(
  (message) => process.stdout.write(`${message}\n`),
  (error: unknown) => {
    const known = error instanceof OperatorError || error instanceof DataFolderInUse || !(error instanceof Error);
    process.stderr.write(`${known ? messageOf(error) : (error.stack ?? error.message)}\n`);
    process.exitCode = 1;
  },
);
