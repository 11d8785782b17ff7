// Assembles the embedded backend: all services that the app uses of Supabase, in one Node process.
// backend.ts serves it on a port of its own, vite-plugin.ts in Vite's server. Product rules are in
// the migrations.
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
import type { Keys } from "./auth/token.ts";
import { type AuthConfig, readApiConfig, readAuthConfig } from "./config.ts";
import { refuseUnfinishedRestore } from "./database/backup.ts";
import { bootstrap } from "./database/bootstrap.ts";
import { type Database, openPglite, openPostgres, type Param } from "./database/database.ts";
import { lockDataFolder } from "./database/folder-lock.ts";
import { watchLongTransactions } from "./database/long-transactions.ts";
import { migrate, seedIfEmpty } from "./database/migrations.ts";
import { everyMinute, runScheduledJobs } from "./database/schedule.ts";
import { openInMemory } from "./database/snapshot.ts";
import type { PushOptions } from "./environment.ts";
import { deliver, startDeliveries } from "./functions/deliveries.ts";
import { loadFunctionRoutes } from "./functions/functions.ts";
import type { Slowness } from "./http/body.ts";
import type { BudgetLimits } from "./http/budget.ts";
import { parseProxies } from "./http/client-address.ts";
import { createEdge } from "./http/edge.ts";
import { createListener, type Listener } from "./http/listener.ts";
import { createPublicPages } from "./http/public-pages.ts";
import { createLimits } from "./http/rate-limit.ts";
import { createRoutes } from "./http/routes.ts";
import { createStaticFiles } from "./http/static-files.ts";
import { createLite } from "./lite/lite-adapter.ts";
import { type Log, silentLog } from "./log.ts";
import { createRealtime } from "./realtime/server.ts";
import { createRestRoutes } from "./rest/routes.ts";
import { createRpc } from "./rest/rpc.ts";
import { addSampleFiles } from "./samples/sample-files.ts";
import { localPublishableKey, makeSecrets, secretsIn } from "./secrets.ts";
import { createResumable } from "./storage/resumable.ts";
import { StorageService } from "./storage/storage-service.ts";
import { StoredFiles } from "./storage/stored-files.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export interface BackendOptions {
  /** The data folder. Without one, and without databaseUrl, all data is in memory. */
  dataDir?: string;
  /** A PostgreSQL server in place of PGlite. Files and secrets are still in dataDir. */
  databaseUrl?: string;
  /** An open database, with all migrations, in place of one of its own. It is closed with this. */
  database?: Database;
  /** Insert the sample data if the database is empty. */
  sample?: boolean;
  /** The app's address: for links in e-mails, and a host name that this server answers to. */
  siteUrl?: string;
  /** Asks Google whether an Android package is registered. */
  androidStatus?: { key: string; url?: string };
  /** Encrypts identifiers of iPhones: 32 bytes in Base64. Default: one of its own, in dataDir. */
  deviceKey?: string;
  /** Where this server reaches itself; default: siteUrl. Not by the proxy in front of it. */
  ownUrl?: string;
  /** The address that the server listens on, and answers to. Default: this machine only. */
  host?: string;
  /** Further host names that it answers to. */
  hosts?: readonly string[];
  /** Proxies whose X-Forwarded-For is trusted. Default: none. */
  proxies?: BlockList;
  /** The time limits of bodies. */
  slow?: Slowness;
  /** Bytes of all bodies in memory. */
  memory?: BudgetLimits;
  /** A WebSocket that says nothing for so long is closed. */
  silentMs?: number;
  accessTokenSeconds?: number;
  jwtSecret?: string;
  serviceKey?: string;
  migrationsDir?: string;
  seedFile?: string;
  functionsDir?: string;
  /** The built app. */
  distDir?: string;
  /** Run the scheduled jobs each minute. Default: when the data is stored. */
  schedule?: boolean;
  /**
   * Rate limits of the auth service per network address. Default: no; yes in `npm start` and dev.
   */
  limitAddresses?: boolean;
  /** Overrides enable_confirmations of config.toml. */
  confirmEmail?: boolean;
  /**
   * Send the confirmation e-mail, and allow signing in before its link is opened (GoTrue's setting
   * of this name). No effect with `enable_confirmations`. Default: no; yes in `npm start` and dev.
   */
  allowUnverifiedEmailSignIns?: boolean;
  /** Overrides settings of [auth] in supabase/config.toml. */
  auth?: Partial<AuthConfig>;
  /** Send e-mails by SMTP. Without it they are stored in memory and shown on /dev/mail. */
  smtp?: Smtp;
  /** Web push with keys other than those of the data folder. */
  push?: PushOptions;
  /** Never shows e-mails on /dev/mail. */
  production?: boolean;
  log?: Log;
}

export interface Backend extends Listener {
  readonly publishableKey: string;
  readonly serviceKey: string;
  readonly jwtSecret: string;
  readonly database: Database;
  readonly mail: Mailbox;
  /** Runs SQL as the owner of the database, without policies. For tests and tools. */
  sql<R = Record<string, unknown>>(text: string, params?: readonly Param[]): Promise<R[]>;
  runScheduledJobs(): Promise<void>;
  /** Delivers queued notifications now. */
  deliver(): Promise<void>;
  /** Drops cached schema information, after DDL while running. */
  forgetSchema(): Promise<void>;
  /** Closes the WebSockets, for which a closing server would wait. */
  closeSockets(): void;
  stop(): Promise<void>;
}

/** Records the start of this run, before any other write: it reveals a restored database. */
async function noteRun(database: Database): Promise<void> {
  const [run] = await database.query<{ made: string | null }>(
    "select to_regprocedure('private.sync_run()')::text as made",
  );
  if (run?.made) await database.query("select private.sync_run()");
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
    await noteRun(database);
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
      refuseUnfinishedRestore(dataDir);
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
    const config = { ...readAuthConfig(here("../config.toml"), process.env), ...options.auth };
    if (options.confirmEmail !== undefined) config.email.enable_confirmations = options.confirmEmail;
    const tokens = createLinkTokens(keys.jwtSecret);
    const mails = createAuthMails({ driver: mail, config, tokens, siteUrl });
    const lite = await createLite({
      database,
      keys,
      siteUrl,
      accessTokenSeconds,
      storage: stored,
      email: mails,
      config,
      api: readApiConfig(here("../config.toml")),
      log,
    });
    const auth = createAuthRoutes({
      database,
      lite: lite.fetch,
      keys,
      config,
      mails,
      tokens,
      limits: createLimits(),
      limitAddresses: options.limitAddresses ?? false,
      allowUnverified: (options.allowUnverifiedEmailSignIns ?? false) && !config.email.enable_confirmations,
      log,
      siteUrl,
      accessTokenSeconds,
    });
    const rest = createRestRoutes(keys, createRpc(database, log), lite);
    const realtime = createRealtime(database, keys, log, options.silentMs);
    await realtime.start();
    cleanup.push(() => realtime.stop());
    const vapid = options.push?.vapid ?? secrets.vapid;
    const functionEnv = {
      SUPABASE_URL: options.ownUrl ?? siteUrl,
      PUBLIC_URL: siteUrl,
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
    const deliveries = {
      ...{ database, mail, siteUrl, log },
      invoke: async (name: string) =>
        functions.fetch(
          new Request(`${siteUrl}/${name}`, {
            method: "POST",
            headers: { apikey: keys.serviceKey },
          }),
        ),
    };
    const app = options.distDir
      ? createStaticFiles(options.distDir, createPublicPages(database, siteUrl, log))
      : undefined;
    if (options.schedule ?? Boolean(dataDir ?? options.databaseUrl)) {
      cleanup.push(everyMinute(database, log));
      cleanup.push(watchLongTransactions(database, log));
      cleanup.push(await startDeliveries(deliveries));
    }

    const edge = createEdge({
      ...{ keys, siteUrl, host: options.host ?? "127.0.0.1", hosts: options.hosts },
      ...{ slow: options.slow, memory: options.memory },
      proxies: options.proxies ?? parseProxies(""),
    });
    const storage = new StorageService({ lite: lite.fetch, files: stored, resumable, database, keys });
    const production = options.production ?? false;
    const routes = createRoutes({
      database,
      mail,
      auth,
      rest,
      functions,
      storage,
      realtime: realtime.routes,
      app,
      production,
    });
    const listener = createListener({ database, keys, edge, routes, realtime, siteUrl, log });
    return {
      publishableKey: keys.publishableKey,
      serviceKey: keys.serviceKey,
      jwtSecret: keys.jwtSecret,
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
