// Injected faults: each disables one safeguard of replication, and the simulation must notice (`npm
// run test:simulation -- --fault horizon`). Cases too rare for seeds name the test that must
// notice. A fault that no longer matches its line fails.
import type { Plugin } from "vite";
import type { Cast } from "./simulate.ts";

interface Fault {
  /** End of the file's path. */
  file: string;
  /** Text to find, and its replacement. */
  edits: readonly (readonly [find: string, replace: string])[];
  /** The disaster that reveals it. */
  disaster?: "folder" | "clone" | "epoch";
  /** The cast that reveals it. */
  cast?: Cast;
  /** A test that must notice it instead of the simulation, where the case is too rare in seeds. */
  noticedBy?: string;
}

/** Applied twice: a pull that distrusts a checkpoint beyond the horizon would hide the fault. */
const horizonEdit = [
  "horizon constant xid8 := pg_catalog.pg_snapshot_xmin(",
  "horizon constant xid8 := pg_catalog.pg_snapshot_xmax(",
] as const;

export const faults: Readonly<Record<string, Fault>> = {
  // Pull returns rows above the oldest running transaction, so late commits are skipped.
  horizon: {
    file: "supabase/migrations/20261124001390_pull.sql",
    noticedBy: "tests/sql/late-commits.test.ts",
    edits: [horizonEdit, horizonEdit],
  },
  // A granted row keeps its old position, which checkpoints have already passed.
  grant: {
    file: "supabase/migrations/20261124001050_collections.sql",
    edits: [["'greatest(t.sync_xid, g.sync_xid)'", "'t.sync_xid'"]],
  },
  // Rows that a tester may no longer see stay on the device.
  gone: {
    file: "supabase/migrations/20261124001205_campaign_access.sql",
    edits: [["most) t', 'true'", "most) t', 'false'"]],
  },
  // The copy of a campaign is removed before the replicated row arrives.
  pin: {
    file: "sync/catalog/pins.ts",
    edits: [["!replicated.has(id)", "false"]],
  },
  // A device's first pull of a queue starts at the beginning of time, so old decisions arrive.
  born: {
    file: "supabase/migrations/20261124001390_pull.sql",
    cast: "admins",
    edits: [["born := case when not valid then horizon when", "born := case when not valid then '0'::xid8 when"]],
  },
  // Only a queue's open rows are sent, so a decision made elsewhere never arrives.
  "queue-decisions": {
    file: "supabase/migrations/20261124001050_collections.sql",
    cast: "admins",
    edits: [["1, 't.sync_xid >= born', is_open", "1, 'false', is_open"]],
  },
  // The device does not recognize its own edit after a lost response.
  "own-write": {
    file: "supabase/migrations/20261124001400_push_rows.sql",
    edits: [
      ["if client <> '' and writer = client then", "if false then"],
      ["elsif writer <> '' and (doc -> 'sync_past'", "elsif false and (doc -> 'sync_past'"],
    ],
  },
  // A rejected change is reverted without an outbox entry.
  outbox: {
    file: "sync/database/outbox-writer.ts",
    edits: [["await outbox.bulkPut([", "await Promise.resolve(["]],
  },
  // Children are sent before their parents, and their rejection counts as final.
  "parent-order": {
    file: "sync/replication/push.ts",
    disaster: "epoch",
    edits: [
      ["for (const name of names) {", "for (const name of [...names].reverse()) {"],
      ["row.doc._deleted || !hasParentIn(parents, name, row)", "true"],
      ["if (await isParentNew(store, rows, name, here.get(id)))", "if (false)"],
    ],
  },
  // A response for another role or epoch is stored.
  scope: {
    file: "sync/replication/engine.ts",
    edits: [["const same = here && !answer.restarted", "const same = true || !answer.restarted"]],
  },
  // Joining or leaving an organization continues from the old checkpoint.
  "membership-scope": {
    file: "supabase/migrations/20261124001090_organizations.sql",
    cast: "members",
    edits: [
      [
        "coalesce(':' || md5(string_agg(m.org_id || m.role, ',' order by m.org_id)), '')",
        "coalesce(left(string_agg(m.role, ','), 0), '')",
      ],
    ],
  },
  // The badge does not count rejected changes.
  "badge-rejected": {
    file: "sync/replication/status.ts",
    cast: "members",
    edits: [["rejected: kept.outbox + rejected,", "rejected: rejected,"]],
  },
  // A restored database accepts the histories of devices as its own.
  history: {
    file: "supabase/migrations/20261124001380_replication_history.sql",
    disaster: "folder",
    edits: [["if seen is null or jsonb_typeof(seen) = 'null' then return true; end if;", "return true;"]],
  },
  // Rows that the restored server has lost are removed from the device.
  "own-rows": {
    file: "sync/database/own-rows.ts",
    disaster: "folder",
    edits: [["if (own.length > 0) await", "if (false) await"]],
  },
  // Two copies of a store stamp their edits with the same id.
  "own-id": {
    file: "sync/database/store.ts",
    disaster: "clone",
    edits: [["clientId: crypto.randomUUID(),", "clientId: deviceId,"]],
  },
  // The checkpoint is stored before the rows: a tab killed in between never gets them.
  checkpoint: {
    file: "sync/replication/pull.ts",
    edits: [
      ["await disk.write(() =>", "await store.device.meta.bulkPut(facts);\n    await disk.write(() =>"],
      ["await store.device.meta.bulkPut(facts);\n        await seen", "await seen"],
    ],
  },
  // A late response replaces the newer row.
  "stale-row": {
    file: "sync/database/server-row.ts",
    noticedBy: "tests/unit/sync/server-row.test.ts",
    edits: [["than.sync_xid !== elsewhere && row.sync_seq < than.sync_seq", "false"]],
  },
  // A version that was pulled during a push is dropped with the push's response.
  newer: {
    file: "sync/database/server-row.ts",
    noticedBy: "tests/unit/sync/server-row.test.ts",
    edits: [["confirmed(newest(event.row, local.newer), outbox)", "confirmed(event.row, outbox)"]],
  },
  // An edit counts itself as its base version.
  base: {
    file: "sync/database/server-row.ts",
    disaster: "epoch",
    edits: [["? { doc, base: local.doc }", "? { doc, base: doc }"]],
  },
  // Of two devices' answers to one task, only the later device's are kept.
  "results-merge": {
    file: "sync/database/merge-results.ts",
    cast: "devices",
    edits: [
      [
        "if (here) merged[key] = mergeTask(base[key], here, there);",
        "if (here && here.at > there.at) merged[key] = here;",
      ],
    ],
  },
  // Accepted results and an approved report are both paid.
  "results-reward": {
    file: "supabase/migrations/20261124001280_rewards.sql",
    noticedBy: "tests/sql/tasks.test.ts",
    edits: [["format('reward:testing:%s:%s', campaign.id,", "format('reward:results:%s:%s', campaign.id,"]],
  },
};

export function injectFault({ file, edits }: Fault, text: string): string {
  let faulty = text;
  for (const [find, replace] of edits) {
    if (!faulty.includes(find))
      throw new Error(`${file} has no "${find}" any more: bring injected-faults.ts up to date`);
    faulty = faulty.replace(find, replace);
  }
  return faulty;
}

/** Injects a fault of client code while it loads; run.ts injects those of migrations. */
export function faultInjection(name: string | undefined): Plugin {
  const chosen = name ? faults[name] : undefined;
  return {
    name: "fault-injection",
    enforce: "pre",
    transform(code, id) {
      return chosen && id.split("?")[0]?.endsWith(chosen.file) ? injectFault(chosen, code) : null;
    },
  };
}
