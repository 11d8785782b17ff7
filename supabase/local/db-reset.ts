// `npm run db:reset`: empties the database and the data folder. With DATABASE_URL it drops the
// schemas of that database, and requires --yes.
import { existsSync, rmSync } from "node:fs";
import { messageOf } from "./common/log.ts";
import { dropSchemas } from "./database/bootstrap.ts";
import { openPostgres } from "./database/database.ts";
import { lockDataFolder } from "./database/folder-lock.ts";
import { dataDirOf, readEnvironment } from "./environment.ts";

async function main(): Promise<void> {
  const environment = readEnvironment(process.env);
  const folder = dataDirOf(environment);
  if (environment.DATABASE_URL) {
    if (!process.argv.includes("--yes")) {
      throw new Error(
        "DATABASE_URL is set: this drops everything in that database. Run again as `npm run db:reset -- --yes` if it is meant.",
      );
    }
    const database = await openPostgres(environment.DATABASE_URL);
    try {
      await database.script(`${dropSchemas}\ncreate schema public;`);
    } finally {
      await database.close();
    }
  }
  if (existsSync(folder)) {
    lockDataFolder(folder)();
    rmSync(folder, { recursive: true });
  }
  process.stdout.write("The store is empty. `npm start` fills it with the sample data.\n");
}

main().catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
});
