// Injected faults: each switches one safeguard of replication off, and the simulation must notice
// (`npm run test:simulation -- --fault horizon`). A fault that no longer finds its line fails.
import type { Plugin } from "vite";

interface Fault {
  /** End of the file's path. */
  file: string;
  /** What is found, and what stands in its place. */
  edits: readonly (readonly [find: string, replace: string])[];
  /** The disaster that makes it show. */
  disaster?: "folder" | "clone";
  /** The cast that makes it show. */
  cast?: "members" | "people";
}

export const faults: Readonly<Record<string, Fault>> = {
  // Pull hands out rows above the oldest running transaction: what commits late is passed over.
  horizon: {
    file: "supabase/migrations/20261124001390_pull.sql",
    edits: [
      [
        "horizon constant xid8 := pg_catalog.pg_snapshot_xmin(",
        "horizon constant xid8 := pg_catalog.pg_snapshot_xmax(",
      ],
    ],
  },
  // A row that was granted stands where it was written: checkpoints have passed it long ago.
  grant: {
    file: "supabase/migrations/20261124001050_collections.sql",
    edits: [["'greatest(t.sync_xid, g.sync_xid)'", "'t.sync_xid'"]],
  },
  // What is no longer a tester's to see stays on the device.
  gone: {
    file: "supabase/migrations/20261124001205_campaign_access.sql",
    edits: [["most) t', 'true')", "most) t', 'false')"]],
  },
  // The copy of a campaign that was applied to goes before the replicated row has come.
  pin: {
    file: "sync/catalog/pins.ts",
    edits: [["!replicated.has(id)", "false"]],
  },
  // A device's first pull of a queue counts as one from the beginning of time: old decisions come.
  born: {
    file: "supabase/migrations/20261124001390_pull.sql",
    cast: "people",
    edits: [["born := case when not valid then horizon when", "born := case when not valid then '0'::xid8 when"]],
  },
  // Of a queue only what is open is sent: a decision made elsewhere never arrives.
  "queue-decisions": {
    file: "supabase/migrations/20261124001050_collections.sql",
    cast: "people",
    edits: [["1, 't.sync_xid >= born', is_open", "1, 'false', is_open"]],
  },
  // An edit whose answer was lost is no longer known as one's own when it comes again.
  "own-write": {
    file: "supabase/migrations/20261124001400_push_rows.sql",
    edits: [
      ["if client <> '' and writer = client then", "if false then"],
      ["elsif writer <> '' and (doc -> 'sync_past'", "elsif false and (doc -> 'sync_past'"],
    ],
  },
  // A refused change is reverted without being kept.
  outbox: {
    file: "sync/database/outbox-writer.ts",
    edits: [["await outbox.bulkPut([", "await Promise.resolve(["]],
  },
  // Children are sent before their parents, and not offered again.
  "parent-order": {
    file: "sync/replication/push.ts",
    edits: [
      ["const parentRetries = 3;", "const parentRetries = 0;"],
      ["const rank = Object.keys(", "const rank = -Object.keys("],
    ],
  },
  // Another role's or epoch's answer is stored among the rows.
  scope: {
    file: "sync/replication/engine.ts",
    edits: [["const same = here && !answer.restarted", "const same = true || !answer.restarted"]],
  },
  // Who joins or leaves an organization goes on from the old checkpoint.
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
  // The badge counts no rejected changes.
  "badge-rejected": {
    file: "sync/replication/status.ts",
    cast: "members",
    edits: [["refused: kept.outbox + rejected,", "refused: rejected,"]],
  },
  // A database that was put back takes what devices have seen for its own.
  history: {
    file: "supabase/migrations/20261124001380_replication_history.sql",
    disaster: "folder",
    edits: [["if seen is null or jsonb_typeof(seen) = 'null' then return true; end if;", "return true;"]],
  },
  // What the restored server has lost goes from the device, too.
  "own-rows": {
    file: "sync/database/own-rows.ts",
    disaster: "folder",
    edits: [["if (own.length > 0) await", "if (false) await"]],
  },
  // Two copies of a store stamp their edits with the same id.
  "own-id": {
    file: "sync/database/store.ts",
    disaster: "clone",
    edits: [["clientId: crypto.randomUUID(),\n    deviceId,", "clientId: deviceId,\n    deviceId,"]],
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

/** Injects a fault of the client's side while it is loaded; run.ts injects those of migrations. */
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
