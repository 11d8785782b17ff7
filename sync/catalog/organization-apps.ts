// The published apps of one organization, newest first, for its page.
import * as v from "valibot";
import type { Store } from "../database/store.ts";
import { type AppCard, appCard } from "../schema/catalog.ts";
import { type FailureOf, fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { cardEntry } from "./cards.ts";
import { putEntries } from "./entries.ts";

const columns =
  "id,xid:sync_xid,org_id,developer_name,title,description,platform,type,icon_path,version,size_bytes,downloads,published_at";
const pageSize = 100;

const answer = v.array(
  v.object({
    ...appCard.entries,
    description: v.string(),
    xid: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  }),
);

export interface OrganizationApps {
  cards: AppCard[];
  more: boolean;
}

/** @param from the number of apps to skip */
export async function fetchOrganizationApps(
  store: Store,
  transport: Transport,
  orgId: string,
  from: number,
): Promise<Result<OrganizationApps, FailureOf<"offline">>> {
  const client = await transport.client();
  const asked = await client
    .from("apps")
    .select(columns)
    .eq("org_id", orgId)
    .eq("status", "published")
    .order("published_at", { ascending: false })
    .order("id")
    .range(from, from + pageSize - 1);
  const read = v.safeParse(answer, asked.data);
  if (!read.success) return fail({ type: "offline" });
  const cards = read.output.map((row) => ({ ...row, description: [...row.description].slice(0, 200).join("") }));
  const now = Date.now();
  await putEntries(
    store,
    cards.map((card) => cardEntry("card", "app", card, now)),
  );
  return ok({ cards, more: cards.length === pageSize });
}
