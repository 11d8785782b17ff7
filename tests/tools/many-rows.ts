// Copies the sample rows until each list has about a thousand, for screenshots and the bench.
import type { Sql } from "postgres";

/** Tables to copy, with expressions for unique columns. */
const tables = [
  "profiles",
  "apps",
  "campaigns",
  "briefs",
  "applications",
  "feedback",
  "notifications",
  "flags",
  "activity",
] as const;

export async function manyRows(sql: Sql, rows = 1000): Promise<void> {
  const found = await sql<{ table: string; names: string }[]>`
    select table_name as table, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names
    from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' and is_identity = 'NO' group by 1`;
  const columns = new Map(found.map((c) => [c.table, c.names]));
  await sql.begin(async (tx) => {
    await tx`select set_config('betaflock.seeding', 'on', true)`;
    for (const table of tables) {
      const names = columns.get(table) ?? "";
      // Copied campaigns keep their brief, and applications their tester and campaign, so one copy
      // number serves all ids.
      const ids = { briefs: "id", applications: "id, campaign_id", feedback: "id" }[table as string] ?? "id";
      const fresh = ids
        .split(", ")
        .map((c) => `'${c}', md5(s.${c}::text || i)::uuid`)
        .join(", ");
      const email = table === "profiles" ? `, 'email', i || s.email` : "";
      await tx.unsafe(`insert into public.${table} (${names})
        select ${names
          .split(", ")
          .map((n) => `x.${n}`)
          .join(", ")}
        from (select *, count(*) over () as n from public.${table}) s
        cross join generate_series(1, greatest(1, ${rows} / s.n)::int) i
        cross join lateral jsonb_populate_record(null::public.${table}, to_jsonb(s) || jsonb_build_object(${fresh}${email})) x
        on conflict do nothing`);
    }
  });
}
