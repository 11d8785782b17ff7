// The database under test, on PGlite and on real PostgreSQL alike: the bootstrap of the embedded
// backend and our migrations, nothing else.
// Speaks SQL as a role with claims, as PostgREST does; never goes around a policy unless a test
// says `owner`.
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { bootstrap } from "../../supabase/local/database/bootstrap.ts";
import { type Database, openPostgres, type Param, type Session } from "../../supabase/local/database/database.ts";
import { migrate } from "../../supabase/local/database/migrations.ts";
import { openInMemory } from "../../supabase/local/database/snapshot.ts";
import { startTestPostgres, type TestPostgres } from "../../supabase/local/database/test-postgres.ts";
import type { Role } from "../../sync/schema/profiles.ts";

export const migrationsFolder = fileURLToPath(new URL("../../supabase/migrations", import.meta.url));
export const kinds = ["pglite", "postgres"] as const;
export type Kind = (typeof kinds)[number];

/** Somebody who asks: a person's id, or nobody. */
export type Who = string | null;

export class Refusal extends Error {
  readonly sqlstate: string;
  readonly code: string;
  constructor(sqlstate: string, code: string, message: string) {
    super(`${sqlstate} ${code} ${message}`);
    this.sqlstate = sqlstate;
    this.code = code;
  }
}

type Row = Record<string, unknown>;

/**
 * Both drivers' errors carry `code` and `detail`. The refusal's own code counts, else the SQLSTATE.
 */
function asRefusal(error: unknown): unknown {
  const { code, detail, message } = error as { code?: string; detail?: string; message?: string };
  if (typeof code !== "string" || code.length !== 5) return error;
  return new Refusal(code, code.startsWith("PT") ? (detail ?? "") : code, message ?? "");
}

export class TestDatabase {
  readonly kind: Kind;
  readonly db: Database;
  readonly #cluster: TestPostgres | undefined;
  constructor(kind: Kind, db: Database, cluster: TestPostgres | undefined) {
    this.kind = kind;
    this.db = db;
    this.#cluster = cluster;
  }

  async owner<R = Row>(text: string, params: readonly Param[] = []): Promise<R[]> {
    try {
      return await this.db.query<R>(text, params);
    } catch (error) {
      throw asRefusal(error);
    }
  }

  /** One transaction as that person, the way PostgREST opens one. */
  async as<T>(who: Who, work: (session: Session) => Promise<T>, headers?: Record<string, string>): Promise<T> {
    try {
      return await this.db.transaction(async (session) => {
        await become(session, who, headers);
        return work(session);
      });
    } catch (error) {
      throw asRefusal(error);
    }
  }

  query<R = Row>(who: Who, text: string, params: readonly Param[] = []): Promise<R[]> {
    return this.as(who, (session) => session.query<R>(text, params));
  }

  async insert(who: Who, table: string, row: Row): Promise<void> {
    const columns = Object.keys(row);
    const values = columns.map((_, i) => `$${i + 1}`);
    await this.query(
      who,
      `insert into public.${table} (${columns.map((c) => `"${c}"`).join(", ")}) values (${values.join(", ")})`,
      Object.values(row).map(asParam),
    );
  }

  /** @returns how many rows the statement found: 0 where a policy hides them */
  async update(who: Who, table: string, id: string, row: Row): Promise<number> {
    const columns = Object.keys(row);
    const set = columns.map((c, i) => `"${c}" = $${i + 2}`).join(", ");
    const found = await this.query(who, `update public.${table} set ${set} where id = $1 returning id`, [
      id,
      ...Object.values(row).map(asParam),
    ]);
    return found.length;
  }

  async row<R = Row>(table: string, id: string): Promise<R> {
    const [row] = await this.owner<R>(`select * from public.${table} where id = $1`, [id]);
    if (!row) throw new Error(`no ${table} ${id}`);
    return row;
  }

  async count(who: Who, table: string, where = "true"): Promise<number> {
    const [row] = await this.query<{ n: number }>(who, `select count(*)::int as n from public.${table} where ${where}`);
    return row?.n ?? -1;
  }

  async close(): Promise<void> {
    await this.db.close();
    await this.#cluster?.stop();
  }
}

export async function become(session: Session, who: Who, headers?: Record<string, string>): Promise<void> {
  const role = who === null ? "anon" : "authenticated";
  const claims = who === null ? { role } : { sub: who, role };
  await session.query(
    "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('request.headers', $3, true)",
    [role, JSON.stringify(claims), headers ? JSON.stringify(headers) : ""],
  );
}

function asParam(value: unknown): Param {
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  return JSON.stringify(value);
}

export async function openDatabase(kind: Kind): Promise<TestDatabase> {
  // On PGlite from a dump of exactly this (same migrations, same bootstrap): making a cluster each
  // time takes longer than the tests.
  if (kind === "pglite") return new TestDatabase(kind, await openInMemory(migrationsFolder), undefined);
  const cluster = await startTestPostgres();
  const db = await openPostgres(cluster.url);
  await bootstrap(db);
  await migrate(db, migrationsFolder);
  return new TestDatabase(kind, db, cluster);
}

// ---- people and things
// ----------------------------------------------------------------

export const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
export const instant = (offsetDays: number) => new Date(Date.now() + offsetDays * 86_400_000).toISOString();

let people = 0;
/**
 * Signs somebody up, as the auth service does; an admin is made by the owner afterwards, as nobody
 * can sign up as one.
 */
export async function person(
  db: TestDatabase,
  role: Role,
  more: { name?: string; status?: string } = {},
): Promise<string> {
  const id = randomUUID();
  people += 1;
  const name = more.name ?? `${role} ${people}`;
  await db.owner("insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3::jsonb)", [
    id,
    `person${people}@example.test`,
    JSON.stringify({ name, role }),
  ]);
  if (role === "admin") await db.owner("update public.profiles set role = 'admin' where id = $1", [id]);
  if (more.status) await db.owner("update public.profiles set status = $2 where id = $1", [id, more.status]);
  return id;
}

export const campaignInput = (developer: string, more: Row = {}): Row => ({
  id: randomUUID(),
  developer_id: developer,
  title: "Pocket Budget 2.0",
  description: "Try the new budget planner and tell us what confuses you.",
  start_date: day(-10),
  end_date: day(20),
  max_testers: 3,
  reward_model: "testing",
  reward_amount_cents: 1500,
  currency: "USD",
  auto_select: true,
  ...more,
});

/** A published campaign with its brief. */
export async function campaign(db: TestDatabase, developer: string, more: Row = {}): Promise<string> {
  const input = campaignInput(developer, { status: "active", ...more });
  await db.insert(developer, "campaigns", input);
  await db.insert(developer, "briefs", {
    id: String(input.id),
    developer_id: developer,
    instructions: "Read me",
    build_url: "https://example.test/build",
  });
  return String(input.id);
}

export async function applicationId(db: TestDatabase, campaignId: string, tester: string): Promise<string> {
  const [row] = await db.owner<{ id: string }>("select private.application_id($1::uuid, $2::uuid) as id", [
    campaignId,
    tester,
  ]);
  return row?.id ?? "";
}

export async function apply(db: TestDatabase, campaignId: string, tester: string, more: Row = {}): Promise<string> {
  const id = await applicationId(db, campaignId, tester);
  await db.insert(tester, "applications", {
    id,
    campaign_id: campaignId,
    tester_id: tester,
    message: "I would like to",
    ...more,
  });
  return id;
}

export const reportInput = (campaignId: string, application: string, tester: string, more: Row = {}): Row => ({
  id: randomUUID(),
  campaign_id: campaignId,
  application_id: application,
  tester_id: tester,
  type: "bug",
  rating: 4,
  summary: "The total is wrong",
  details: "It shows 12 instead of 21.",
  status: "submitted",
  ...more,
});

/** A report of somebody who has applied and was accepted. */
export async function report(db: TestDatabase, campaignId: string, tester: string, more: Row = {}): Promise<string> {
  const input = reportInput(campaignId, await applicationId(db, campaignId, tester), tester, more);
  await db.insert(tester, "feedback", input);
  return String(input.id);
}

// ---- replication
// ----------------------------------------------------------------

export interface Pulled {
  epoch: string;
  scope: string;
  now: string;
  collections: Record<string, { rows: Row[]; checkpoint: Row; more: boolean; restarted: boolean }>;
}

export async function pull(db: TestDatabase, who: Who, requests: Row[]): Promise<Pulled> {
  const [row] = await db.query<{ answer: Pulled }>(who, "select public.sync_pull($1::jsonb) as answer", [
    JSON.stringify(requests),
  ]);
  if (!row) throw new Error("no answer");
  return row.answer;
}

export async function pullRows(db: TestDatabase, who: Who, collection: string): Promise<Row[]> {
  return (await pull(db, who, [{ collection, checkpoint: null, limit: 1000 }])).collections[collection]?.rows ?? [];
}

export interface Pushed {
  applied: Row[];
  conflicts: Row[];
  rejected: { id: string; code: string; message: string; row: Row | null }[];
}

export async function push(
  db: TestDatabase,
  who: Who,
  collection: string,
  rows: { doc: Row; assumed?: Row | null }[],
): Promise<Pushed> {
  const sent = rows.map(({ doc, assumed }) => ({ newDocumentState: doc, assumedMasterState: assumed ?? null }));
  const [row] = await db.query<{ answer: Pushed }>(who, "select public.sync_push($1, $2::json) as answer", [
    collection,
    JSON.stringify(sent),
  ]);
  if (!row) throw new Error("no answer");
  return row.answer;
}
