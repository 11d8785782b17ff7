// Writes the row of an object with the rights of the session: policies and triggers decide.
import { type Database, dryRun, type Session } from "../database/database.ts";
import { storageRejectionOf } from "./rejections.ts";

const insert = `insert into storage.objects (bucket_id, name, owner, owner_id, metadata, version)
  values ($1, $2, $3::text::uuid, $3, $4::jsonb, $5)`;
const replace = `${insert} on conflict (bucket_id, name)
  do update set metadata = excluded.metadata, version = excluded.version, owner = excluded.owner, owner_id = excluded.owner_id, updated_at = now()`;

export interface ObjectRow {
  bucket: string;
  name: string;
  owner: string | null;
  metadata: object;
  upsert: boolean;
}

export const writeRow = (session: Session, row: ObjectRow, version = "1"): Promise<unknown> =>
  session.query(row.upsert ? replace : insert, [
    row.bucket,
    row.name,
    row.owner,
    JSON.stringify(row.metadata),
    version,
  ]);

/**
 * Checks whether the row can be written. Runs as the server, which no policy limits: the triggers
 * check the owner's current rights and the quota.
 * @param prepare runs first in the session, for example to assume the caller's rights
 * @throws RejectedObject
 */
export async function checkRow(
  database: Database,
  row: ObjectRow,
  prepare: (session: Session) => Promise<unknown> = async () => undefined,
): Promise<void> {
  try {
    await dryRun(database, async (session) => {
      await prepare(session);
      await writeRow(session, row);
    });
  } catch (error) {
    throw storageRejectionOf(error) ?? error;
  }
}
