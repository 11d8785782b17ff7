// The whole product in a process of its own, so that its memory can be measured and its death
// noticed. Says on its first line where it is and who can call it; answers "memory" with its
// resident size after a collection.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signToken } from "../../../supabase/local/auth/token.ts";
import { startBackend } from "../../../supabase/local/backend.ts";
import type { Log } from "../../../supabase/local/log.ts";
import { watchProcess } from "../../../supabase/local/process-errors.ts";
import { password, signUp } from "../../fixtures/backend/project.ts";
import { createOwnDatabase } from "../../fixtures/shared-postgres.ts";

export interface Scenario {
  port: number;
  publishableKey: string;
  /** Tokens by who has them; "service" is a key. */
  callers: Record<string, string>;
  ids: string[];
  tables: Record<string, string[]>;
  functions: Record<string, { name: string; type: string }[]>;
  buckets: string[];
}

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const told =
  /^(request_failed|response_failed|upgrade_failed|unhandled_rejection|uncaught_exception|function_failed|.*_refused)$/;
const log: Log = (event, fields) => {
  if (told.test(event) && Number(fields?.status ?? 500) >= 500) say({ event, ...fields });
};

async function main(): Promise<void> {
  watchProcess(log, (code) => process.exit(code));
  const dist = mkdtempSync(join(tmpdir(), "betaflock-fuzz-"));
  writeFileSync(join(dist, "index.html"), "<!doctype html><title>app</title>");
  writeFileSync(join(dist, "a file.js"), "1");
  const own = process.argv[2] === "postgres" ? await createOwnDatabase() : undefined;
  const backend = await startBackend({
    ...{ schedule: false, distDir: dist, sample: true, log },
    ...(own ? { databaseUrl: own.url } : {}),
  });
  const people: Record<string, string> = {};
  const ids: string[] = [];
  for (const name of ["tester", "developer", "admin", "suspended", "doomed"]) {
    const person = await signUp(backend, { name: `Fuzzy ${name}`, role: name === "developer" ? name : "tester" });
    people[name] = person.token;
    ids.push(person.id);
  }
  await backend.sql("update public.profiles set role = 'admin' where id = $1", [ids[2] ?? ""]);
  await backend.sql("update public.profiles set status = 'suspended' where id = $1", [ids[3] ?? ""]);
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: ids[0], role: "authenticated", aud: "authenticated", iat: now - 7200, exp: now - 3600 };
  const tables = await backend.sql<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') group by 1`,
  );
  const functions = await backend.sql<{ name: string; args: string[]; types: string[] }>(
    `select p.proname as name, coalesce(p.proargnames, '{}') as args,
       array(select format_type(t, null) from unnest(p.proargtypes) with ordinality as a(t, n) order by n) as types
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'`,
  );
  const buckets = await backend.sql<{ id: string }>("select id from storage.buckets");
  const campaigns = await backend.sql<{ id: string }>("select id from public.campaigns limit 3");
  const scenario: Scenario = {
    port: backend.port,
    publishableKey: backend.publishableKey,
    callers: {
      ...people,
      anon: "",
      service: backend.serviceKey,
      expired: signToken(claims, backend.jwtSecret),
      forged: signToken({ ...claims, exp: now + 3600 }, "not the server's own secret at all"),
    },
    ids: [...ids, ...campaigns.map((row) => row.id)],
    tables: Object.fromEntries(tables.map((row) => [row.name, row.columns])),
    functions: Object.fromEntries(
      functions.map(({ name, args, types }) => [name, types.map((type, at) => ({ name: args[at] ?? "", type }))]),
    ),
    buckets: buckets.map((row) => row.id),
  };
  say(scenario);
  process.on("disconnect", () => process.exit(0));
  process.on("message", (asked) => {
    if (asked === "memory") {
      globalThis.gc?.();
      process.send?.({ memory: process.memoryUsage().rss });
    }
    // Whom a request has signed out signs in again, or the rest would be asked by nobody.
    if (asked === "sign in")
      void Promise.all(
        ["tester", "developer", "admin", "suspended", "doomed"].map(async (name, at) => {
          const answer = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
            method: "POST",
            headers: { apikey: backend.publishableKey, "content-type": "application/json" },
            body: JSON.stringify({ email: `person-${at + 1}@example.test`, password }),
          });
          const { access_token } = (await answer.json()) as { access_token?: string };
          return [name, access_token ?? ""];
        }),
      ).then((tokens) => process.send?.({ callers: Object.fromEntries(tokens) }));
    if (asked === "stop")
      void backend.stop().then(async () => {
        await own?.drop();
        rmSync(dist, { recursive: true, force: true });
        process.exit(0);
      });
  });
}

void main();
