// Measurements in Chromium: compares the stores, interleaved, each run in a new browser.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright/test";
import { build } from "vite";
import { storeSchemas } from "../../src/build/store-schemas.ts";
import { type ListeningBackend, startBackend } from "../../supabase/local/backend.ts";
import { inDays, signUpByApi } from "../fixtures/browser/api.ts";
import { startTestPostgres } from "../fixtures/test-postgres.ts";
import { chromiumArgs, findChromium } from "../tools/programs.ts";
import type { Kind, PageBench } from "./page/main.ts";
import type { Row, Size } from "./report.ts";

const kinds: readonly Kind[] = ["ours", "dexie", "pouch-indexeddb", "pouch-idb"];
const page = new URL("./page", import.meta.url).pathname;

interface Scenario {
  backend: ListeningBackend;
  disk: string;
  /** Runs the task in a page of a new browser with that profile. */
  inPage<T>(disk: string, task: (page: Page) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

async function openScenario(): Promise<Scenario> {
  const disk = mkdtempSync(join(tmpdir(), "betaflock-bench-"));
  const distDir = join(disk, "page");
  await build({
    root: page,
    configFile: false,
    logLevel: "error",
    // Same as the app's build.
    plugins: [storeSchemas()],
    build: { outDir: distDir, target: "es2022" },
    resolve: { dedupe: ["dexie"], alias: { events: `${page}/events.ts` } },
  });
  const cluster = await startTestPostgres();
  const options = { databaseUrl: cluster.url, dataDir: join(disk, "data"), schedule: false, distDir };
  // The stock plugin needs its own kind of table, which the server reads at its start.
  const first = await startBackend(options);
  await first.sql(`create table public.bench_rows (id text primary key, title text not null, description text not null,
    _deleted boolean not null default false, _modified timestamptz not null default clock_timestamp())`);
  await first.sql("create index on public.bench_rows (_modified, id)");
  await first.sql("grant select, insert, update on public.bench_rows to anon, authenticated");
  // The plugin sends this column with every row.
  await first.sql("grant insert (_deleted) on public.campaigns to authenticated");
  // A thousand edits exceed one user's daily limits.
  await first.sql(`create or replace function private.most(what text) returns int
    language sql immutable parallel safe set search_path = '' as 'select 1000000'`);
  await first.stop();
  const backend = await startBackend(options);
  const executablePath = findChromium();
  return {
    backend,
    disk,
    async inPage(name, task) {
      const context = await chromium.launchPersistentContext(join(disk, name), {
        args: chromiumArgs,
        ...(executablePath ? { executablePath } : {}),
      });
      try {
        const opened = context.pages()[0] ?? (await context.newPage());
        opened.on("pageerror", (error) => process.stderr.write(`In the page: ${String(error)}\n`));
        opened.on(
          "console",
          (said) => said.type() === "error" && process.stderr.write(`In the page: ${said.text()}\n`),
        );
        await opened.goto(`${backend.url}/index.html`);
        await opened.waitForFunction(() => "bench" in window);
        return await task(opened);
      } finally {
        await context.close();
      }
    },
    async stop() {
      await backend.stop();
      await cluster.stop();
      rmSync(disk, { recursive: true, force: true });
    },
  };
}

const call = <N extends keyof PageBench>(opened: Page, name: N, ...args: Parameters<PageBench[N]>) =>
  opened.evaluate(
    ([method, given]) =>
      (window as never as { bench: Record<string, (...a: unknown[]) => unknown> }).bench[method]?.(...given),
    [name, args] as const,
  ) as ReturnType<PageBench[N]>;

const none = <T>() => Object.fromEntries(kinds.map((kind) => [kind, [] as T[]])) as Record<Kind, T[]>;

export async function browserRows(
  runs: number,
  wanted: (name: string) => boolean,
  done: (row: Row) => void,
  size: Size,
): Promise<void> {
  const scenario = await openScenario();
  const { backend } = scenario;
  const near = { url: backend.url, key: backend.publishableKey, roundTripMs: 0 };
  const far = { ...near, roundTripMs: 50 };
  let people = 0;
  const email = () => `bench.${Date.now()}.${++people}@example.test`;

  /** Fills a profile for each store, then measures the stores in turn. */
  async function eachStore<T>(
    name: string,
    total: number,
    only: "notifications" | "feedback" | "campaigns" | undefined,
    measure: (opened: Page, kind: Kind) => Promise<T>,
  ): Promise<Record<Kind, T[]>> {
    for (const kind of kinds)
      await scenario.inPage(`${name}-${kind}`, async (opened) => {
        if (kind === "ours" && only === undefined) await call(opened, "signUp", near, email(), "tester");
        await call(opened, "fill", kind, near, total, only);
      });
    const values = none<T>();
    for (let run = 0; run < runs; run++)
      for (const kind of kinds)
        values[kind].push(await scenario.inPage(`${name}-${kind}`, (opened) => measure(opened, kind)));
    return values;
  }

  try {
    if (wanted("reopen"))
      done({
        what: "cold reopen: 10,000 documents in 12 collections, ours with replication, newest 50 rendered",
        aims: [
          { of: "ours", by: "median", most: { times: 1.3, of: "dexie" } },
          { of: "ours", by: "median", most: { times: 1, of: "pouch-indexeddb" } },
          { of: "ours", by: "median", most: { times: 1, of: "pouch-idb" } },
        ],
        values: await eachStore("reopen", size(10_000), undefined, (opened, kind) =>
          call(opened, "reopen", kind, near),
        ),
      });
    if (wanted("databases"))
      done({
        what: "IndexedDB databases of a signed-in developer",
        aims: [{ of: "ours", by: "longest", most: 1 }],
        unit: "",
        values: { ours: [await scenario.inPage("databases", (opened) => call(opened, "databases", near, email()))] },
      });
    if (wanted("lag")) {
      const who = email();
      await scenario.inPage("lag-person", (opened) => call(opened, "signUp", near, who, "tester"));
      const lags = await scenario.inPage("lag-a", (here) =>
        scenario.inPage("lag-b", async (there) => {
          for (const device of [here, there]) await call(device, "watchBio", near, who);
          const all: number[] = [];
          for (let edit = 0; edit < runs * 5; edit++) {
            const [from, to] = edit % 2 === 0 ? [here, there] : [there, here];
            const bio = `Edit ${edit}`;
            const committed = await call(from, "writeBio", bio);
            all.push((await call(to, "bioDrawn", bio)) - committed);
          }
          return all;
        }),
      );
      done({
        what: "an edit: committed on one online device until it is drawn on another",
        aims: [{ of: "ours", by: "p95", most: 400 }],
        values: { ours: lags },
        note: "Two browsers, in turns.",
      });
    }
    if (wanted("newest"))
      done({
        what: "newest 50 of 10,000, warm",
        aims: [{ of: "ours", by: "median", most: { times: 1.5, of: "dexie" } }],
        values: await eachStore("newest", size(10_000), "notifications", (opened, kind) =>
          call(opened, "newest", kind),
        ),
      });
    if (wanted("search")) {
      const found = await eachStore("search", size(10_000), "campaigns", (opened, kind) =>
        call(opened, "search", kind),
      );
      const part = (pick: (s: { first: number; keystrokes: number[] }) => number[]) =>
        Object.fromEntries(kinds.map((kind) => [kind, found[kind].flatMap(pick)]));
      done({
        what: "substring search over 10,000 titles and descriptions: first",
        aims: [{ of: "ours", by: "median", most: { times: 2, of: "dexie" } }],
        values: part((s) => [s.first]),
      });
      done({
        what: "the same: each further keystroke",
        aims: [{ of: "ours", by: "p95", most: 16 }],
        values: part((s) => s.keystrokes),
      });
    }
    if (wanted("write")) {
      const all = await eachStore("write", size(3_000), "feedback", (opened, kind) => call(opened, "write", kind));
      const values = Object.fromEntries(kinds.map((kind) => [kind, all[kind].flat()]));
      done({
        what: "one write to the visible row, 3,000 documents, 20 live queries",
        aims: [
          { of: "ours", by: "p95", most: 16 },
          { of: "ours", by: "median", most: { times: 1 / 3, of: "pouch-indexeddb" } },
        ],
        values,
      });
    }
    if (wanted("upgrade")) {
      const copied: number[] = [];
      for (let run = 0; run < runs; run++) {
        await scenario.inPage(`upgrade-${run}`, (opened) => call(opened, "makeOld", size(10_000)));
        copied.push(await scenario.inPage(`upgrade-${run}`, (opened) => call(opened, "upgrade", size(10_000))));
      }
      done({
        what: "a store of 10,000 documents of an earlier format, from opening it to the last row copied",
        aims: [{ of: "ours", by: "median", most: 10_000 }],
        note: "RxDB's own default takes 117 s.",
        values: { ours: copied },
      });
    }
    if (wanted("push")) {
      const values: Record<string, number[]> = { ours: [], "stock plugin": [], "stock plugin, no rules": [] };
      const requests: number[][] = [[], [], []];
      for (let run = 0; run < runs; run++) {
        // Otherwise the plugin would pull the rows of the previous run.
        await backend.sql("truncate bench_rows");
        const ours = await scenario.inPage(`push-${run}`, (opened) =>
          call(opened, "ourPush", far, email(), size(1000)),
        );
        const ruled = await scenario.inPage(`stock-rules-${run}`, (opened) =>
          call(opened, "stockPushCampaigns", far, email(), size(1000)),
        );
        const stock = await scenario.inPage(`stock-push-${run}`, (opened) =>
          call(opened, "stockPush", far, size(1000)),
        );
        for (const [i, { ms, requests: sent }] of [ours, ruled, stock].entries()) {
          Object.values(values)[i]?.push(ms);
          requests[i]?.push(sent);
        }
      }
      const note = "Campaigns under their policies and rules, but for the last: a table without any.";
      done({
        what: "push 1,000 offline edits, 50 ms round trip",
        aims: [{ of: "ours", by: "median", most: 900 }],
        values,
        note,
      });
      done({
        what: "the same: requests",
        aims: [{ of: "ours", by: "longest", most: 20 }],
        unit: "",
        values: Object.fromEntries(Object.keys(values).map((name, i) => [name, requests[i] ?? []])),
      });
    }
    if (wanted("photos")) {
      const developer = await signUpByApi(backend, "Photo Developer", "developer");
      const campaign = crypto.randomUUID();
      await developer.insert("campaigns", {
        ...{ id: campaign, developer_id: developer.id, title: "Many photos", category: "travel" },
        ...{ description: "As long as a description has to be.", start_date: inDays(-1), end_date: inDays(30) },
        ...{ max_testers: 1000, reward_amount_cents: 500, auto_select: true, status: "active" },
      });
      const all: { queue: number; upload: number; longest: number; heap: number }[] = [];
      // A hundred runs would fill six gigabytes of disk.
      for (let run = 0; run < Math.min(runs, 5); run++)
        all.push(
          await scenario.inPage(`photos-${run}`, (opened) =>
            call(opened, "photos", near, email(), campaign, size(200)),
          ),
        );
      done({
        what: "200 photos of 300 kB in ten reports: queued offline, uploaded",
        aims: [{ of: "longest task of a run", by: "longest", most: 50 }],
        values: {
          "until they are queued": all.map((one) => one.queue),
          "until they are on the server": all.map((one) => one.upload),
          "longest task of a run": all.map((one) => one.longest),
        },
        compare: false,
      });
      done({
        what: "the same: memory after it",
        aims: [{ of: "ours", by: "median", most: 50 }],
        unit: "MB",
        values: { ours: all.map((one) => one.heap) },
      });
    }
    if (wanted("pull")) {
      const who = email();
      const id = await scenario.inPage("pull-person", (opened) => call(opened, "signUp", near, who, "tester"));
      await backend.sql(
        `insert into notifications (id, user_id, kind, data, link)
          select gen_random_uuid(), $1, 'role_changed', '{}', '/' from generate_series(1, ${size(10_000)})`,
        [id],
      );
      await backend.sql("truncate bench_rows");
      await backend.sql(`insert into bench_rows (id, title, description)
        select gen_random_uuid(), 'A title like others', 'A description as long as a notification is' from generate_series(1, ${size(10_000)})`);
      const values: Record<string, number[]> = { ours: [], "stock plugin": [], "supabase-js into Dexie": [] };
      for (let run = 0; run < runs; run++) {
        values.ours?.push(
          await scenario.inPage(`pull-${run}`, (opened) => call(opened, "ourPull", near, who, size(10_000))),
        );
        values["stock plugin"]?.push(
          await scenario.inPage(`stock-pull-${run}`, (opened) => call(opened, "stockPull", near, size(10_000))),
        );
        values["supabase-js into Dexie"]?.push(
          await scenario.inPage(`plain-pull-${run}`, (opened) => call(opened, "plainPull", near, size(10_000))),
        );
      }
      const note =
        "Ours from being signed in: opening the store, and every collection under its policies. The others ask as nobody for one table.";
      done({
        what: "first pull of 10,000 rows until they can be queried",
        aims: [
          { of: "ours", by: "median", most: { times: 1 / 1.5, of: "stock plugin" } },
          { of: "ours", by: "median", most: { times: 1.4, of: "supabase-js into Dexie" } },
        ],
        values,
        note,
      });
    }
  } finally {
    await scenario.stop();
  }
}
