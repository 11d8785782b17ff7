// Assembles the embedded backend: all Supabase services that the app uses, in one Node process.
// backend.ts serves it on a port, vite-plugin.ts in Vite's server.
import { mkdirSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import type { BlockList } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Smtp } from "../functions/_shared/smtp.ts";
import { createAuthMails } from "./auth/auth-mails.ts";
import { createLinkTokens } from "./auth/link-tokens.ts";
import { createMailbox, type Mailbox } from "./auth/mail-transport.ts";
import { createAuthRoutes } from "./auth/routes.ts";
import type { BudgetLimits } from "./common/budget.ts";
import { type AuthConfig, readConfig } from "./common/config.ts";
import { type Log, silentLog } from "./common/log.ts";
import { createLimits } from "./common/rate-limit.ts";
import type { Keys } from "./common/token.ts";
import { rejectUnfinishedRestore } from "./database/backup.ts";
import { bootstrap } from "./database/bootstrap.ts";
import { type Database, hasFunction, openPglite, openPostgres, type Param } from "./database/database.ts";
import { lockDataFolder } from "./database/folder-lock.ts";
import { watchLongTransactions } from "./database/long-transactions.ts";
import { migrate, seedIfEmpty } from "./database/migrations.ts";
import { everyMinute, runScheduledJobs } from "./database/schedule.ts";
import { openInMemory } from "./database/snapshot.ts";
import { deliver, startDeliveries } from "./functions/deliveries.ts";
import { loadFunctionRoutes } from "./functions/functions.ts";
import type { Slowness } from "./http/body.ts";
import { parseProxies } from "./http/client-address.ts";
import { createEdge } from "./http/edge.ts";
import { createListener, type Listener } from "./http/listener.ts";
import { createPublicPages } from "./http/public-pages.ts";
import { createRoutes } from "./http/routes.ts";
import { createStaticFiles } from "./http/static-files.ts";
import { createLite } from "./lite/lite-adapter.ts";
import { createRealtime } from "./realtime/server.ts";
import { createRestRoutes } from "./rest/routes.ts";
import { createRpc } from "./rest/rpc.ts";
import { addSampleFiles } from "./samples/sample-files.ts";
import { localPublishableKey, makeSecrets, secretsIn } from "./secrets.ts";
import { createResumable } from "./storage/resumable.ts";
import { createStorageService } from "./storage/storage-service.ts";
import { StoredFiles } from "./storage/stored-files.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export interface BackendOptions {
  /** All data is in memory without dataDir and databaseUrl. */
  dataDir?: string;
  /** PostgreSQL server to use instead of PGlite. Files and secrets stay in dataDir. */
  databaseUrl?: string | undefined;
  /** An open database with all migrations. Closed with this backend. */
  database?: Database;
  /** Inserts the sample data into an empty database. */
  sample?: boolean;
  /** The app's address: for links in e-mails, and an accepted host name. */
  siteUrl?: string | undefined;
  androidStatus?: { key: string; url?: string } | undefined;
  deviceKey?: string | undefined;
  /** Address for calls to this server itself, without the proxy; default: siteUrl. */
  ownUrl?: string;
  /** The listening address. Default: this machine only. */
  host?: string;
  hosts?: readonly string[];
  /** Proxies whose X-Forwarded-For is trusted. Default: none. */
  proxies?: BlockList | undefined;
  slow?: Slowness;
  memory?: BudgetLimits;
  silentMs?: number;
  accessTokenSeconds?: number | undefined;
  jwtSecret?: string | undefined;
  serviceKey?: string | undefined;
  migrationsDir?: string;
  seedFile?: string;
  functionsDir?: string;
  distDir?: string;
  /** Runs the scheduled jobs each minute. Default: when the data is stored. */
  schedule?: boolean;
  /** Rate limits of auth per network address. Default: no; yes in start and dev. */
  limitAddresses?: boolean;
  /** Overrides enable_confirmations of config.toml. */
  confirmEmail?: boolean | undefined;
  /** GoTrue's setting. No effect with enable_confirmations. Default: no; yes in start and dev. */
  allowUnverifiedEmailSignIns?: boolean;
  /** Overrides settings of [auth] in supabase/config.toml. */
  auth?: Partial<AuthConfig>;
  /** SMTP settings. Without them e-mails stay in memory and appear on /dev/mail. */
  smtp?: Smtp | undefined;
  /** Web push with keys that differ from the data folder's. */
  push?: {
    vapid?: { publicKey: string; privateKey: string } | undefined;
    subject?: string | undefined;
    hosts?: string | undefined;
  };
  production?: boolean;
  log?: Log;
}

export interface Backend extends Listener, Readonly<Keys> {
  readonly database: Database;
  readonly mail: Mailbox;
  /** Runs SQL as the database owner, without policies. For tests and tools. */
  sql<R = Record<string, unknown>>(text: string, params?: readonly Param[]): Promise<R[]>;
  runScheduledJobs(): Promise<void>;
  deliver(): Promise<void>;
  /** Drops cached schema information, after DDL at run time. */
  forgetSchema(): Promise<void>;
  /** Closes the WebSockets, for which a closing server would wait. */
  closeSockets(): void;
  stop(): Promise<void>;
}

async function openDatabase(
  options: BackendOptions,
  folder: string | undefined,
  migrations: string,
): Promise<Database> {
  if (!options.databaseUrl && !folder) return openInMemory(migrations);
  const database = options.databaseUrl
    ? await openPostgres(options.databaseUrl)
    : await openPglite({ folder, log: options.log });
  try {
    await bootstrap(database);
    await migrate(database, migrations);
    // Before any other write: reveals a restored database.
    if (await hasFunction(database, "private.sync_run()")) await database.query("select private.sync_run()");
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

export async function createBackend(options: BackendOptions = {}): Promise<Backend> {
  const log = options.log ?? silentLog;
  const cleanup: (() => unknown)[] = [];
  const cleanUp = async (): Promise<void> => {
    for (const step of cleanup.splice(0).reverse()) await step();
  };
  try {
    const dataDir = options.dataDir ? resolve(options.dataDir) : undefined;
    if (dataDir) {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      cleanup.push(lockDataFolder(dataDir));
      rejectUnfinishedRestore(dataDir);
    }
    const files = dataDir ?? (await mkdtemp(join(tmpdir(), "betaflock-")));
    if (!dataDir) cleanup.push(() => rmSync(files, { recursive: true, force: true }));
    const secrets = dataDir ? secretsIn(dataDir) : makeSecrets();
    const keys: Keys = {
      publishableKey: localPublishableKey,
      serviceKey: options.serviceKey ?? secrets.serviceKey,
      jwtSecret: options.jwtSecret ?? secrets.jwtSecret,
    };
    const migrations = options.migrationsDir ?? here("../migrations");
    const database = options.database ?? (await openDatabase(options, dataDir, migrations));
    cleanup.push(() => database.close());

    const stored = new StoredFiles(join(files, "storage"), database);
    if (options.sample && (await seedIfEmpty(database, options.seedFile ?? here("../seed.sql")))) {
      // The files belong to the default seed.
      if (options.seedFile === undefined) await addSampleFiles(database, stored);
    }
    if (dataDir) {
      const swept = await stored.sweep();
      if (swept > 0) log("storage_swept", { files: swept });
    }
    const resumable = await createResumable(join(files, "storage"), database, stored, keys, log);
    cleanup.push(() => resumable.stop());
    const mail = createMailbox(log, options.smtp);
    const siteUrl = options.siteUrl ?? "http://localhost:3000";
    const accessTokenSeconds = options.accessTokenSeconds ?? 3600;
    const { api, auth: fileConfig } = readConfig(here("../config.toml"), process.env);
    const config = { ...fileConfig, ...options.auth };
    if (options.confirmEmail !== undefined) config.email.enable_confirmations = options.confirmEmail;
    const tokens = createLinkTokens(keys.jwtSecret);
    const mails = createAuthMails({ driver: mail, config, tokens, siteUrl });
    const shared = { database, keys, config, siteUrl, accessTokenSeconds, log };
    const lite = await createLite({ ...shared, storage: stored, email: mails, api });
    const auth = createAuthRoutes({
      ...shared,
      lite: lite.fetch,
      mails,
      tokens,
      limits: createLimits(),
      limitAddresses: options.limitAddresses ?? false,
      allowUnverified: (options.allowUnverifiedEmailSignIns ?? false) && !config.email.enable_confirmations,
    });
    const rest = createRestRoutes(keys, createRpc(database, log), lite);
    const realtime = createRealtime(database, keys, log, options.silentMs);
    await realtime.start();
    cleanup.push(() => realtime.stop());
    const vapid = options.push?.vapid ?? secrets.vapid;
    const functionEnv = {
      SUPABASE_URL: options.ownUrl ?? siteUrl,
      SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
      SUPABASE_SECRET_KEY: keys.serviceKey,
      VAPID_PUBLIC_KEY: vapid.publicKey,
      VAPID_PRIVATE_KEY: vapid.privateKey,
      VAPID_SUBJECT: options.push?.subject ?? (siteUrl.startsWith("https:") ? siteUrl : ""),
      PUSH_HOSTS: options.push?.hosts ?? "",
      SMTP_URL: options.smtp?.url ?? "",
      MAIL_FROM: options.smtp?.from ?? "",
      SITE_URL: siteUrl,
      SUPABASE_PUBLIC_URL: siteUrl,
      DEVICE_KEY: options.deviceKey ?? secrets.deviceKey,
      ANDROID_STATUS_KEY: options.androidStatus?.key ?? "",
      ANDROID_STATUS_URL: options.androidStatus?.url ?? "",
    };
    const functions = await loadFunctionRoutes(options.functionsDir ?? here("../functions"), functionEnv, log);
    const asService = { method: "POST", headers: { apikey: keys.serviceKey } };
    const invoke = async (name: string) => functions.fetch(new Request(`${siteUrl}/${name}`, asService));
    const deliveries = { database, mail, siteUrl, log, invoke };
    const app = options.distDir
      ? createStaticFiles(options.distDir, createPublicPages(database, siteUrl, log))
      : undefined;
    if (options.schedule ?? Boolean(dataDir ?? options.databaseUrl)) {
      cleanup.push(everyMinute(database, log));
      cleanup.push(watchLongTransactions(database, log));
      cleanup.push(await startDeliveries(deliveries));
    }

    const { host = "127.0.0.1", hosts, slow, memory, proxies = parseProxies(""), production = false } = options;
    const edge = createEdge({ keys, siteUrl, host, hosts, slow, memory, proxies });
    const storage = createStorageService({ lite: lite.fetch, files: stored, resumable, database, keys });
    const services = { database, mail, auth, rest, functions, storage, realtime: realtime.routes };
    const routes = createRoutes({ ...services, app, production });
    const listener = createListener({ database, keys, edge, routes, realtime, siteUrl, log });
    return {
      ...keys,
      database,
      mail,
      sql: (text, params) => database.query(text, params),
      runScheduledJobs: () => runScheduledJobs(database),
      deliver: () => deliver(deliveries),
      forgetSchema: () => lite.forgetSchema(),
      ...listener,
      closeSockets: () => realtime.stop(),
      stop: cleanUp,
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}
