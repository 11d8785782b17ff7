// Compares the server's SQL with sync/schema on the device: columns, limits, enum values,
// transitions, writable columns and rejection codes must exist on both sides.
import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import * as adminFunctions from "../../sync/schema/admin-functions.ts";
import { announcementLimits } from "../../sync/schema/briefs.ts";
import { campaignLimits } from "../../sync/schema/campaigns.ts";
import { type CollectionName, collections, collectionsByRole, schemas } from "../../sync/schema/collections.ts";
import { feedbackLimits } from "../../sync/schema/feedback.ts";
import * as functions from "../../sync/schema/functions.ts";
import { applicationId } from "../../sync/schema/ids.ts";
import { levelFrom, levelOf } from "../../sync/schema/karma.ts";
import { capabilities } from "../../sync/schema/organizations.ts";
import { rejectionCodes } from "../../sync/schema/rejections.ts";
import { moves } from "../../sync/schema/transitions.ts";
import { definerFunctions, invokerFunctions } from "../fixtures/sql/api-functions.ts";
import { newApp, person, reportedCampaign, applicationId as sqlApplicationId } from "../fixtures/sql/rows.ts";
import { setUpDatabase } from "../fixtures/sql/scenario.ts";
import { pullRows } from "../fixtures/sql/sync-calls.ts";

const names = Object.keys(schemas) as CollectionName[];

interface Field {
  nullable: boolean;
  type: string;
  options: string[] | null;
  maxLength: number | null;
}

/** Extracts what a valibot schema defines about a column and SQL can also express. */
function fieldOf(schema: v.GenericSchema): Field {
  const field: Field = { nullable: false, type: "", options: null, maxLength: null };
  let inner = schema as unknown as {
    type: string;
    wrapped?: unknown;
    options?: unknown[];
    pipe?: readonly { type: string; requirement?: unknown }[];
  };
  if (inner.type === "nullable") {
    field.nullable = true;
    inner = inner.wrapped as typeof inner;
  }
  field.type = inner.type;
  if (inner.type === "picklist") field.options = (inner.options ?? []).map(String).sort();
  const kinds = (inner.pipe ?? []).map((p) => p.type);
  const limit = (inner.pipe ?? []).find((p) => /^max_(length|code_points)$/.test(p.type))?.requirement;
  if (kinds.includes("uuid")) field.type = "uuid";
  else if (kinds.includes("iso_timestamp")) field.type = "instant";
  else if (kinds.includes("iso_date")) field.type = "day";
  else if (kinds.includes("integer")) field.type = "integer";
  else if (inner.type === "string" && typeof limit === "number") field.maxLength = limit;
  return field;
}

/** SQL types that match a kind of field. */
const sqlTypes: Record<string, string[]> = {
  uuid: ["uuid"],
  instant: ["timestamp with time zone"],
  day: ["date"],
  integer: ["integer", "bigint"],
  number: ["numeric"],
  boolean: ["boolean"],
  string: ["text"],
  picklist: ["text"],
  array: ["jsonb"],
  object: ["jsonb"],
  record: ["jsonb"],
};

interface Column {
  column_name: string;
  data_type: string;
  is_nullable: string;
  datetime_precision: number | null;
}

describe("bridge", () => {
  const db = setUpDatabase("pglite");
  const columns = new Map<string, Column[]>();
  const checks = new Map<string, string[]>();

  beforeAll(async () => {
    const all = await db.owner<Column & { table_name: string }>(
      "select table_name, column_name, data_type, is_nullable, datetime_precision from information_schema.columns where table_schema = 'public' order by ordinal_position",
    );
    for (const c of all) columns.set(c.table_name, [...(columns.get(c.table_name) ?? []), c]);
    const constraints = await db.owner<{ name: string; definition: string }>(
      `select c.relname as name, pg_get_constraintdef(k.oid) as definition from pg_constraint k join pg_class c on c.oid = k.conrelid
       join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and k.contype = 'c'`,
    );
    for (const { name, definition } of constraints) checks.set(name, [...(checks.get(name) ?? []), definition]);
  });

  test("the same karma levels on both sides", async () => {
    const karmas = [-5, ...Object.values(levelFrom).flatMap((from) => [from - 1, from]), 9000];
    const rows = await db.owner<{ karma: number; level: string }>(
      "select k as karma, private.karma_level(k) as level from unnest($1::int[]) k",
      [karmas.map(String)],
    );
    expect(rows).toEqual(karmas.map((karma) => ({ karma, level: levelOf(karma) })));
  });

  test.each(names)("%s: the same columns, nullability and kinds on both sides", (name) => {
    const fields = schemas[name].entries as Record<string, v.GenericSchema>;
    const found = (columns.get(name) ?? []).filter((c) => c.column_name !== "_deleted");
    expect(found.map((c) => c.column_name).sort()).toEqual(Object.keys(fields).sort());
    for (const column of found) {
      const schema = fields[column.column_name];
      if (!schema) throw new Error(column.column_name);
      const field = fieldOf(schema);
      const at = `${name}.${column.column_name}`;
      expect([at, column.is_nullable === "YES"]).toEqual([at, field.nullable]);
      const expected = column.column_name === "sync_xid" ? ["xid8"] : (sqlTypes[field.type] ?? []);
      expect({ at, type: expected }).toEqual({ at, type: expect.arrayContaining([column.data_type]) });
      // Transfers have milliseconds: with microseconds, a value sent back unchanged would count as
      // an edit.
      if (field.type === "instant") expect([at, column.datetime_precision]).toEqual([at, 3]);
    }
  });

  test.each(names)("%s: the same enum values and text limits on both sides", (name) => {
    const fields = schemas[name].entries as Record<string, v.GenericSchema>;
    const definitions = checks.get(name) ?? [];
    for (const [column, schema] of Object.entries(fields)) {
      const field = fieldOf(schema);
      const at = `${name}.${column}`;
      const quoted = `"?${column}"?`;
      if (field.options) {
        const list = definitions.find((d) => new RegExp(`\\(${quoted} = ANY \\(ARRAY\\[`).test(d));
        const values = [...(list ?? "").matchAll(/'([^']*)'::text/g)].map((m) => m[1] ?? "").sort();
        expect([at, values]).toEqual([at, field.options]);
      }
      if (field.maxLength !== null && column !== "sync_xid") {
        const limit = definitions.flatMap((d) =>
          [...d.matchAll(new RegExp(`char_length\\(${quoted}\\) <= (\\d+)`, "g"))].map((m) => Number(m[1])),
        );
        expect([at, limit]).toEqual([at, [field.maxLength]]);
      }
    }
  });

  test("V4 the numbers of the campaign form equal those of the checks", () => {
    const all = (checks.get("campaigns") ?? []).join("\n");
    expect(all).toContain(`char_length(private.trimmed(title)) >= ${campaignLimits.title.min}`);
    expect(all).toContain(`char_length(private.trimmed(description)) >= ${campaignLimits.description.min}`);
  });

  test("S10 the numbers of the report form equal those of the rules", async () => {
    const [rules] = await db.owner<{ prosrc: string }>("select prosrc from pg_proc where proname = 'feedback_rules'");
    expect(rules?.prosrc).toContain(`char_length(private.trimmed(new.summary)) < ${feedbackLimits.summary.min}`);
    const [files] = await db.owner<{ prosrc: string }>("select prosrc from pg_proc where proname = 'is_attachments'");
    expect(files?.prosrc).toContain(`jsonb_array_length(list) <= ${feedbackLimits.attachments.max}`);
  });

  test("the numbers of the announcement form equal those of the call", async () => {
    const [call] = await db.owner<{ prosrc: string }>("select prosrc from pg_proc where proname = 'send_announcement'");
    expect(call?.prosrc).toContain(`char_length(heading) > ${announcementLimits.title.max}`);
    expect(call?.prosrc).toContain(`char_length(content) not between 1 and ${announcementLimits.body.max}`);
  });

  test("every state machine has the same transitions on both sides", async () => {
    const rows = await db.owner<{ machine: string; from_state: string; to_state: string; actor: string }>(
      "select * from public.state_transitions",
    );
    const sql = rows.map((m) => [m.machine, m.from_state, m.to_state, m.actor].join(" ")).sort();
    expect(sql).toEqual(moves.map((m) => m.join(" ")).sort());
  });

  test("the rejection codes are the same, and no function uses another one", async () => {
    const [helper] = await db.owner<{ text: string }>(
      "select obj_description('private.reject(text, text)'::regprocedure) as text",
    );
    const listed = [...(helper?.text ?? "").matchAll(/\b([a-z]+(?:_[a-z0-9]+)*)\b(?=,| \(|\.$| \()/g)].map((m) => m[1]);
    for (const code of rejectionCodes) expect(listed).toContain(code);
    const functions = await db.owner<{ prosrc: string }>(
      "select prosrc from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('private', 'public')",
    );
    // The code is the first argument of reject; in reject_if it precedes the message.
    const rejection = /reject\('([a-z_]+)'|reject_if\([^;]*?,\s+'([a-z_]+)', (?:'(?:[^']|'')*'|format\(.*\))\);/g;
    const used = new Set(functions.flatMap((f) => [...f.prosrc.matchAll(rejection)].map((m) => m[1] ?? m[2] ?? "")));
    for (const code of used) expect(rejectionCodes).toContain(code);
    const elsewhere = ["rate_limited", "maintenance", "internal", "damaged"];
    expect(rejectionCodes.filter((code) => !used.has(code)).sort()).toEqual(elsewhere.sort());
  });

  test.each(names)("%s: column grants and the columns of a push equal those of collections.ts", async (name) => {
    const rules = collections[name];
    const stamps = ["sync_client", "sync_seq"];
    const granted = async (privilege: string, role: string) =>
      (
        await db.owner<{ column_name: string }>(
          "select column_name from information_schema.column_privileges where table_schema = 'public' and table_name = $1 and privilege_type = $2 and grantee = $3",
          [name, privilege, role],
        )
      )
        .map((c) => c.column_name)
        .sort();
    expect(await granted("INSERT", "authenticated")).toEqual(
      rules.insert.length > 0 ? [...rules.insert, ...stamps].sort() : [],
    );
    const update = rules.update.length > 0 ? [...rules.update, ...stamps, ...(rules.remove ? ["_deleted"] : [])] : [];
    expect(await granted("UPDATE", "authenticated")).toEqual(update.sort());
    expect(await granted("INSERT", "anon")).toEqual([]);
    expect(await granted("UPDATE", "anon")).toEqual([]);
    const [plan] = await db.owner<{ insert_columns: string[]; update_columns: string[]; removable: boolean }>(
      "select insert_columns, update_columns, removable from private.sync_collections where name = $1",
      [name],
    );
    expect(plan).toEqual({
      insert_columns: [...rules.insert],
      update_columns: [...rules.update],
      removable: rules.remove,
    });
  });

  test("each role pulls exactly the collections of its device", async () => {
    const rows = await db.owner<{ role: string; collection: string }>(
      "select distinct role, collection from private.sync_filters",
    );
    for (const role of ["anonymous", "tester", "developer", "admin"] as const) {
      expect([
        role,
        rows
          .filter((r) => r.role === role)
          .map((r) => r.collection)
          .sort(),
      ]).toEqual([role, [...collectionsByRole[role]].sort()]);
    }
  });

  test("S9 both sides derive the same id for an application", async () => {
    for (const [a, b] of [
      ["2f8d0a4e-0000-4000-8000-00000000beef", "91a7c0de-1111-4111-9111-111111111111"],
      ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
    ] as const) {
      expect(await sqlApplicationId(db, a, b)).toBe(applicationId(a, b));
    }
  });

  test("a pulled row exactly matches the device's schema", async () => {
    const tester = await person(db, "tester");
    for (const name of ["profiles", "accounts", "settings"] as const) {
      const [row] = await pullRows(db, tester, name);
      const { _deleted, ...rest } = row ?? {};
      expect(_deleted).toBe(false);
      expect(v.safeParse(v.strictObject(schemas[name].entries), rest)).toMatchObject({ success: true });
    }
  });

  test("each function that the app calls returns the type that the app parses", async () => {
    const exported: unknown[] = [...Object.values(functions), ...Object.values(adminFunctions)];
    const called = exported.filter(
      (one): one is functions.SqlFunction<unknown> => typeof one === "object" && one !== null && "answer" in one,
    );
    expect(called.length).toBeGreaterThan(10);
    const made = await db.owner<{ name: string; returns: string; args: number }>(
      "select proname as name, format_type(prorettype, null) as returns, pronargs as args from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public'",
    );
    const admin = await person(db, "admin");
    await db.owner(
      `with m as (insert into public.contact_messages (name, email, message) values ('Ada', 'a@example.test', 'Hello') returning id)
       insert into private.contact_replies (id, message_id, author_id, text) select gen_random_uuid(), m.id, $1, 'Hi' from m`,
      [admin],
    );
    await db.owner(
      "insert into public.sync_rejections (user_id, collection, row_id, code, message) values ($1, 'feedback', 'x', 'invalid', 'No')",
      [admin],
    );
    await db.withoutMoves(
      `insert into public.flags (id, reporter_id, content_type, content_id, reason) values (gen_random_uuid(), $1, 'app', gen_random_uuid(), 'Spam')`,
      [admin],
    );
    await db.withoutMoves(
      "insert into public.payouts (id, tester_id, currency) values (gen_random_uuid(), $1, 'USD')",
      [admin],
    );
    await db.withoutMoves(
      "insert into public.files (id, owner_id, file_name) values (gen_random_uuid(), $1, 'a.txt')",
      [admin],
    );
    const { dev, tester, reportId } = await reportedCampaign(db);
    await newApp(db, dev);
    for (const { name, answer } of called) {
      const [found] = made.filter((one) => one.name === name);
      const empties = { boolean: false, integer: 0, void: null } as Record<string, unknown>;
      if (found?.returns !== "jsonb") {
        expect([name, v.is(answer, empties[found?.returns ?? ""])]).toEqual([name, true]);
        continue;
      }
      const args =
        {
          sync_pull: "'[]'::jsonb",
          sync_push: "'comments', '[]'::json",
          admin_files: `jsonb_build_object('owner', '${admin}')`,
          admin_user_details: `'${admin}'`,
          admin_user_sessions: `'${admin}'`,
          admin_app_details: "(select id from public.apps limit 1)",
          admin_campaign_details: "(select id from public.campaigns limit 1)",
          admin_change_users: `'{"user_ids": [], "status": "active"}'`,
        }[name] ?? (found.args ? "'{}'" : "");
      const [row] = await db.query<{ answer: unknown }>(admin, `select public.${name}(${args}) as answer`);
      expect([name, v.safeParse(answer, row?.answer).issues]).toEqual([name, undefined]);
      // An empty list proves nothing about its rows.
      if (
        name.startsWith("admin_") &&
        !["admin_numbers", "admin_days", "admin_user_sessions", "admin_change_users"].includes(name) &&
        !name.endsWith("_details")
      )
        expect(row?.answer).toMatchObject({ rows: expect.arrayContaining([expect.anything()]) });
    }
    await db.update(dev, "feedback", reportId, { status: "approved", usefulness: 5 });
    await db.withoutMoves(
      "insert into public.payouts (id, tester_id, currency) values (gen_random_uuid(), $1, 'USD')",
      [tester],
    );
    await db.insert(tester, "flags", {
      ...{ id: randomUUID(), reporter_id: tester, content_type: "feedback", content_id: reportId, reason: "Spam" },
    });
    for (const [list, { name, answer }] of Object.entries(adminFunctions.adminUserLists)) {
      const page = await db.query<{ answer: unknown }>(admin, `select public.${name}($1::text::jsonb) as answer`, [
        JSON.stringify({ user_id: ["campaigns", "received"].includes(list) ? dev : tester, list }),
      ]);
      expect([list, v.safeParse(answer, page[0]?.answer).issues]).toEqual([list, undefined]);
      expect(page[0]?.answer).toMatchObject({ rows: [expect.anything()] });
    }
    for (const who of [tester, dev, admin]) {
      const details = await db.query<{ answer: unknown }>(admin, "select public.admin_user_details($1) as answer", [
        who,
      ]);
      expect(v.safeParse(adminFunctions.adminUserDetails.answer, details[0]?.answer).issues).toBeUndefined();
    }
  });

  // Permissions to call and read.

  test("P2 every table has row level security, every function has a fixed search path", async () => {
    const open = await db.owner(
      "select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and relkind = 'r' and not relrowsecurity",
    );
    expect(open).toEqual([]);
    const loose = await db.owner(
      "select proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private') and p.prokind <> 'p' and not coalesce(proconfig, '{}') @> array['search_path=\"\"']",
    );
    expect(loose).toEqual([]);
  });

  test("P2 organization roles: the device and the server use the same capabilities", async () => {
    const rows = await db.owner<{ capability: string; roles: string[] }>(
      "select capability, array_agg(role order by role) as roles from private.organization_capabilities group by capability",
    );
    const server = Object.fromEntries(rows.map(({ capability, roles }) => [capability, roles]));
    const device = Object.fromEntries(Object.entries(capabilities).map(([name, roles]) => [name, [...roles].sort()]));
    expect(device).toEqual(server);
  });

  test("P2 only intended calls are open to the API's roles, and each has a description", async () => {
    const callable = (role: string) =>
      db
        .owner<{ name: string }>(
          `select proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
           where n.nspname = 'public' and has_function_privilege($1, p.oid, 'execute') order by 1`,
          [role],
        )
        .then((rows) => rows.map((r) => r.name));
    expect(await callable("anon")).toEqual([
      "build_page",
      "catalog_search",
      "catalog_shelf",
      "email_exists",
      "latest_tests",
      "read_campaign_invitation",
      "read_campaign_summary",
      "read_invitation",
      "read_organization",
      "read_store_app",
      "read_test",
      "record_download",
      "sitemap",
      "sync_get",
      "sync_pull",
    ]);
    expect(await callable("authenticated")).toEqual([...definerFunctions, ...invokerFunctions].sort());
    const silent = await db.owner(
      "select proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' and obj_description(p.oid) is null",
    );
    expect(silent).toEqual([]);
    // Helpers that write for the server are not callable.
    for (const f of [
      "private.grant_reward(public.feedback)",
      "private.run_scheduled_jobs(jsonb)",
      "private.run_item(text, text)",
      "private.notify(uuid, text, jsonb, text, boolean, jsonb, boolean, text, uuid)",
      "private.new_epoch()",
    ]) {
      for (const role of ["anon", "authenticated"]) {
        const [may] = await db.owner<{ may: boolean }>("select has_function_privilege($1, $2, 'execute') as may", [
          role,
          f,
        ]);
        expect([f, role, may?.may]).toEqual([f, role, false]);
      }
    }
  });

  test("P1 no policy or function decides by user metadata, and none is always true", async () => {
    const policies = await db.owner<{ policyname: string; rule: string }>(
      "select policyname, concat_ws(' ', qual, with_check) as rule from pg_policies where schemaname in ('public', 'storage', 'realtime')",
    );
    expect(policies.length).toBeGreaterThan(40);
    for (const { policyname, rule } of policies) {
      expect([policyname, rule]).toEqual([policyname, expect.not.stringMatching(/metadata|^true$|\(true\)/)]);
    }
  });
});
