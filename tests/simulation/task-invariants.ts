// Invariants of tasks: no answer is lost, each test is paid once, and tallies equal the retests.
import type { Results } from "../../sync/schema/tasks.ts";
import type { SimulatedClient } from "./client.ts";
import { type Editor, markIn } from "./edits.ts";
import { lifeOf } from "./life.ts";
import type { AskedServer } from "./server.ts";

/**
 * Expects each answer that the server had, and that another device replaced without having seen it,
 * in a conflict of the same task.
 */
export async function answersAreKept(
  server: AskedServer,
  clients: readonly SimulatedClient[],
  { before: writtenOver }: Editor,
): Promise<void> {
  const outboxes = JSON.stringify(
    await Promise.all(clients.map((client) => client.ask((store) => store.device.outbox.toArray()))),
  );
  const goesOnFrom = (mark: string, earlier: string) => {
    for (let at = writtenOver.get(mark); at; at = writtenOver.get(at)) if (at === earlier) return true;
    return false;
  };
  const versions = await server.sql<{ id: string; doc: string }[]>`
    select h.id::text as id, h.doc from public.simulated_history h where h.collection = 'applications' order by h.id, h.n`;
  const notesOf = ({ id, doc }: { id: string; doc: string }) => {
    const { results } = JSON.parse(doc) as { results: Results };
    return new Map(
      Object.entries(results).flatMap(([key, { steps = {} }]) =>
        Object.entries(steps).map(([step, { note }]) => [`${id}|${key}|${step}`, markIn(note)] as const),
      ),
    );
  };
  const standing = new Map<string, ReturnType<typeof notesOf>>();
  for (const [at, version] of versions.entries()) {
    const { id } = version;
    const notes = notesOf(version);
    const before = standing.get(id) ?? new Map();
    standing.set(id, notes);
    // A new application begins without results.
    if (notes.size === 0) continue;
    for (const [place, earlier] of before) {
      const mark = notes.get(place) ?? "";
      if (earlier === "" || mark === earlier || goesOnFrom(mark, earlier) || outboxes.includes(earlier)) continue;
      const last = versions.slice(at).findLast((one) => one.id === id) ?? version;
      const { results } = JSON.parse(last.doc) as { results: Results };
      if (JSON.stringify(Object.values(results).map(({ conflicts }) => conflicts)).includes(earlier)) continue;
      const life = await lifeOf(server, clients, { collection: "applications", id, column: "results" });
      throw new Error(
        `${place}: ${mark || "nothing"} replaced the answer ${earlier}, which is in no conflict: ${life}`,
      );
    }
  }
}

/** Expects no tester paid twice for one test, no pay without a reason, and exact tallies. */
export async function tasksBalance(server: AskedServer): Promise<void> {
  const broken = await server.sql<{ what: string }[]>`
    select 'a tester with ' || count(*) || ' rewards for one test' as what from public.rewards r
      join public.campaigns c on c.id = r.campaign_id and c.reward_model = 'testing'
      where r.status <> 'void' group by r.campaign_id, r.tester_id having count(*) > 1
    union all
    select 'a reward of results that are ' || a.results_status from public.rewards r
      join public.applications a on a.campaign_id = r.campaign_id and a.tester_id = r.tester_id
      where r.feedback_id is null and r.status <> 'void' and a.results_status <> 'accepted'
    union all
    select 'a tally ' || f.retests::text || ' of ' || t.tally::text from public.feedback f
      cross join lateral (select jsonb_build_object('fixed', count(*) filter (where r ->> 'mark' = 'fixed'),
          'still_there', count(*) filter (where r ->> 'mark' = 'still_there'),
          'unclear', count(*) filter (where r ->> 'mark' = 'unclear')) as tally
        from (select a.retests -> f.id::text as r from public.applications a) x
        where r ->> 'release_id' = f.fixed_release_id::text) t
      where f.fixed_release_id is not null and f.retests <> t.tally`;
  if (broken.length > 0) throw new Error(`Tasks do not balance: ${broken.map((b) => b.what).join("; ")}`);
}

/** Says what the scenario did with tasks: one without answers proves nothing. */
export async function tasksSeen(server: AskedServer): Promise<Record<string, string>> {
  const [seen] = await server.sql<{ answers: string; conflicts: string; sets: string; retests: string }[]>`
    select count(*) filter (where a.results <> '{}') as answers,
      coalesce(sum((select sum(jsonb_array_length(coalesce(r.value -> 'conflicts', '[]'))) from jsonb_each(a.results) r)), 0) as conflicts,
      string_agg(nullif(a.results_status, ''), ',') as sets,
      (select coalesce(sum((f.retests ->> 'fixed')::int + (f.retests ->> 'still_there')::int + (f.retests ->> 'unclear')::int), 0)
        from public.feedback f) as retests
    from public.applications a`;
  return { ...seen };
}
