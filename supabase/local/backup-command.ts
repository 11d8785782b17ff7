// `npm run db:backup [-- file]` and `npm run db:restore -- file`.
import { resolve } from "node:path";
import { OperatorError, reportOf } from "./common/operator-error.ts";
import { backUp, restore } from "./database/backup.ts";
import { dataDirOf, readEnvironment } from "./environment.ts";

async function main([command, file]: readonly string[]): Promise<string> {
  const environment = readEnvironment(process.env);
  const place = { dataDir: dataDirOf(environment), databaseUrl: environment.DATABASE_URL };
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
    process.stderr.write(`${reportOf(error)}\n`);
    process.exitCode = 1;
  },
);
