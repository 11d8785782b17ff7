// The permission matrix over HTTP: every entry point (tests/fixtures/backend/entry-points.ts) for
// every role and session level. supabase/tests/permissions.test.sql tests the database alone.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import {
  type Ask,
  alike,
  type Column,
  columns,
  doors,
  type Scenario,
  upload,
  type Who,
} from "../fixtures/backend/entry-points.ts";
import { organizationOf } from "../fixtures/backend/organization.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";
import { passwordSession, secondFactor, signUp } from "../fixtures/backend/project.ts";
import { topicAnswer } from "../fixtures/backend/topics.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { long } from "../fixtures/long.ts";

test("P2 every function has an entry point here", () => {
  const folder = fileURLToPath(new URL("../../supabase/functions", import.meta.url));
  const functions = readdirSync(folder).filter((name) => !name.startsWith("_"));
  const tried = doors.flatMap(([name]) => /^function ([a-z-]+)/.exec(name)?.[1] ?? []);
  expect([...new Set(tried)].sort()).toEqual(functions.sort());
});

describe.each(ruleEngines)("on %s", (kind) => {
  let backend: ListeningBackend;
  let scenario: Scenario;

  const ask = (who: Who, { path = "", method, body, form, headers }: Ask): Promise<Response> => {
    const raw = headers?.["content-type"] !== undefined;
    const sent =
      form ?? (body === undefined ? undefined : raw ? Buffer.from(String(body), "latin1") : JSON.stringify(body));
    return fetch(`${backend.url}${path}`, {
      method: method ?? (sent === undefined ? "GET" : "POST"),
      headers: {
        apikey: backend.publishableKey,
        ...(typeof sent === "string" ? { "content-type": "application/json" } : {}),
        ...(who ? { authorization: `Bearer ${who.token}` } : {}),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
  };
  async function outcome(who: Who, asked: Ask): Promise<string> {
    if (asked.topic !== undefined) return topicAnswer(backend, who?.token, asked.topic);
    const answer = await ask(who, asked);
    const text = await answer.text();
    if (answer.ok && asked.finds !== undefined) return text.includes(asked.finds) ? "y" : "-";
    if (answer.ok) return text === "[]" ? "-" : "y";
    const told = JSON.parse(text.startsWith("{") ? text : "{}") as Record<string, unknown>;
    const codes = [told.details, told.code, told.error_code];
    const code = String(codes.find((each) => typeof each === "string" && /^[a-z_]+$/.test(each)) ?? answer.status);
    return asked.inside === answer.status || asked.inside === code ? "y" : code;
  }
  /** Returns actual and expected access of each column to each entry point. */
  async function all(who: readonly Column[], needed: boolean): Promise<[string, string][]> {
    await backend.sql(
      "update public.settings set saved_at = case when $1::text = 'true' then now() end where section = 'security'",
      [String(needed)],
    );
    const lines: [string, string][] = [];
    for (const [name, askOf, open, closed, team] of doors) {
      const got = who.map((column) => {
        const person = scenario.people.get(column) ?? null;
        return outcome(person, askOf(person, scenario));
      });
      const rest = closed.includes(" ") ? closed.split(" ") : Array.from({ length: 5 }, () => closed);
      const cells = [...open.split(" ").map((cell) => cell.split("/").at(needed ? -1 : 0)), ...rest];
      cells.push(...(team?.split(" ") ?? alike.map((column) => cells[columns.indexOf(column)])));
      const expected = who.map((column) => cells[columns.indexOf(column)]);
      lines.push([`${name}: ${(await Promise.all(got)).join(" ")}`, `${name}: ${expected.join(" ")}`]);
    }
    return lines;
  }

  beforeAll(async () => {
    backend = await startOwnBackend({ schedule: false }, kind);
    const people = new Map<Column, Who>([["nobody", null]]);
    for (const column of columns.slice(1)) {
      const role = /developer|manager/.test(column) ? "developer" : "tester";
      const person = await signUp(backend, { name: column, role });
      if (column.includes("admin"))
        await backend.sql("update public.profiles set role = 'admin' where id = $1", [person.id]);
      const token = /aal|signed out/.test(column) ? await secondFactor(backend, person) : person.token;
      people.set(column, {
        id: person.id,
        token: column.endsWith("aal1") ? await passwordSession(backend, person) : token,
      });
    }
    const id = (column: Column) => people.get(column)?.id ?? "";
    const stored = await ask(people.get("developer") ?? null, upload());
    const { fileId } = ((await stored.json()) as { file: { fileId: string } }).file;
    const theirs = await organizationOf(backend, (column) => people.get(column) ?? null, ask);
    scenario = { people, id, file: fileId, object: `files/${id("developer")}/${fileId}`, ...theirs };
    await backend.sql("update public.profiles set status = 'suspended' where id = $1", [id("suspended developer")]);
    await ask(people.get("signed out admin") ?? null, { path: "/auth/v1/logout?scope=global", method: "POST" });
    await fetch(`${backend.url}/auth/v1/admin/users/${id("deleted developer")}`, {
      method: "DELETE",
      headers: { apikey: backend.serviceKey },
    });
    // Makes all logins old, because a recent one may delete the account.
    await backend.sql("update auth.sessions set created_at = now() - interval '11 minutes'");
  }, 120_000);
  afterAll(() => backend?.stop());

  test("P2 P3 P4 every entry point admits the right callers while admins need no second factor", async () => {
    const lines = await all(columns, false);
    expect(lines.map(([got]) => got)).toEqual(lines.map(([, expected]) => expected));
  }, 120_000);

  test("P3 T13 once admins need the second factor, no entry point admits one without it", {
    ...long,
    timeout: 120_000,
  }, async () => {
    const lines = await all(["admin", "admin aal2", "admin aal1", "tester aal1", "developer aal1"], true);
    expect(lines.map(([got]) => got)).toEqual(lines.map(([, expected]) => expected));
  });
});
