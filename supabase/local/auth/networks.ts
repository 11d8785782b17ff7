// The networks from which an account's owner has signed in before: an attack from many networks
// uses up the limit of unknown networks, and known ones are exempt from it.
import { createHmac } from "node:crypto";
import type { Database } from "../database/database.ts";

const knownForDays = 90;
const knownPerPerson = 20;

/** As determined by the edge (http/client-address.ts): an address, or an IPv6 /64. */
export const networkOf = (request: Request): string => request.headers.get("x-forwarded-for") ?? "";

export type KnownNetworks = ReturnType<typeof createKnownNetworks>;

export function createKnownNetworks(database: Database, secret: string) {
  // A hash recognizes a network without revealing locations.
  const hashOf = (network: string): string =>
    createHmac("sha256", secret).update(`network:${network}`).digest("base64url").slice(0, 22);
  return {
    /** True when the owner has signed in from there, with the second factor if enabled. */
    async has(email: string, network: string): Promise<boolean> {
      const found = await database.query(
        `select 1 from supabase_local.known_networks k
         where k.user_id = (select u.id from auth.users u where u.email = $1 limit 1) and k.network = $2
           and k.seen_at > now() - make_interval(days => $3)`,
        [email, hashOf(network), knownForDays],
      );
      return found.length > 0;
    },
    async remember(sessionId: string, network: string): Promise<void> {
      const [added] = await database.query<{ user_id: string }>(
        `insert into supabase_local.known_networks (user_id, network)
         select s.user_id, $2 from auth.sessions s where s.id = $1 and (s.aal = 'aal2'
           or not exists (select 1 from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified'))
         on conflict (user_id, network) do update set seen_at = now()
         returning case when xmax = 0 then user_id end as user_id`,
        [sessionId, hashOf(network)],
      );
      if (!added?.user_id) return;
      await database.query(
        `delete from supabase_local.known_networks k where k.user_id = $1 and k.network not in (
           select n.network from supabase_local.known_networks n where n.user_id = $1 order by n.seen_at desc limit $2)`,
        [added.user_id, knownPerPerson],
      );
    },
  };
}
