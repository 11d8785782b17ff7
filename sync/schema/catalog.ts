// The catalog: cards of published apps and open campaigns, the server functions that return them,
// and the device's limits.
import * as v from "valibot";
import { appPlatform, appType } from "./apps.ts";
import { category, effortMinutes, platform, rewardModel } from "./campaigns.ts";
import { cents, currency, day, id, integer, text } from "./fields.ts";
import { type SqlFunction, sqlFunction } from "./functions.ts";

/** Figures from reports on public campaigns of an app or organization. */
export const reportFigures = {
  /** The mean; null without ratings. */
  rating: v.nullable(v.number()),
  /** Number of ratings, 1,000 at most. */
  ratings: v.number(),
};

/** Figures of an organization's decisions. */
export const developerFigures = {
  ...reportFigures,
  /** The median time to a decision; null with too few decisions. */
  answer_hours: v.nullable(v.number()),
  /** Share of approvals; null with too few decisions. */
  approved_percent: v.nullable(v.number()),
};

/** The transaction that wrote the row. Of two cards, the larger one is newer. */
const cardXid = v.pipe(v.string(), v.regex(/^\d{1,20}$/));

export const appCard = v.object({
  id,
  xid: cardXid,
  org_id: id,
  developer_name: text(120),
  title: text(120),
  /** Its first 200 characters. */
  description: text(200),
  platform: appPlatform,
  type: appType,
  icon_path: text(400),
  version: text(40),
  size_bytes: integer(0, Number.MAX_SAFE_INTEGER),
  downloads: integer(),
  published_at: v.nullable(v.string()),
});
export type AppCard = v.InferOutput<typeof appCard>;

/** A public running campaign, as testers' lists show it. */
export const campaignCard = v.object({
  id,
  xid: cardXid,
  org_id: id,
  developer_name: text(120),
  app_id: v.nullable(id),
  icon_path: text(400),
  title: text(120),
  /** Its first 200 characters. */
  description: text(200),
  category,
  platform,
  end_date: day,
  max_testers: integer(1, 10_000),
  testers_joined: integer(),
  /** False for cards of an earlier version. */
  auto_select: v.optional(v.boolean(), false),
  /** Null for cards of an earlier version. */
  effort_minutes: v.optional(v.nullable(effortMinutes), null),
  /** 0 for cards of an earlier version. */
  required_tasks: v.optional(integer(), 0),
  task_minutes: v.optional(integer(), 0),
  reward_model: rewardModel,
  reward_amount_cents: cents,
  currency,
  /** Their first 200 characters. */
  requirements: text(200),
  published_at: v.nullable(v.string()),
});
export type CampaignCard = v.InferOutput<typeof campaignCard>;

export const latestTests = sqlFunction("latest_tests", v.object({ rows: v.array(campaignCard) }));

export interface CardOf {
  app: AppCard;
  campaign: CampaignCard;
}
export type CatalogKind = keyof CardOf;

const cardSchemas: { readonly [K in CatalogKind]: v.GenericSchema<unknown, CardOf[K]> } = {
  app: appCard,
  campaign: campaignCard,
};
/** The server's list of each kind, which is also the name of its collection. */
export const catalogLists = { app: "apps", campaign: "campaigns" } as const;

/** Collections whose whole rows a device may keep, as named by `sync_get`. */
export const keptCollections = { ...catalogLists, feedback: "feedback" } as const;
export type KeptKind = keyof typeof keptCollections;

/** Returns a card; null if this version cannot read it. */
export function readCard<K extends CatalogKind>(kind: K, value: unknown): CardOf[K] | null {
  const schema: v.GenericSchema<unknown, CardOf[K]> = cardSchemas[kind];
  const read = v.safeParse(schema, value);
  return read.success ? read.output : null;
}

/** Parses cards and skips those that this version cannot read. */
const cardsOfKind = <K extends CatalogKind>(kind: K): v.GenericSchema<unknown, CardOf[K][]> =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((rows) => rows.map((row) => readCard(kind, row)).filter((card) => card !== null)),
  );

/** The server and scope of an answer, and its time. */
const origin = { epoch: v.string(), scope: v.string(), now: v.string() };
export interface Origin {
  epoch: string;
  scope: string;
}

export interface CatalogPage<C> extends Origin {
  now: string;
  rows: C[];
  next: Record<string, unknown> | null;
  /** On the first page only. 1001 means more than a thousand (MOST_COUNTED). */
  total: number | null;
}

const searchOf = <K extends CatalogKind>(kind: K): SqlFunction<CatalogPage<CardOf[K]>> =>
  sqlFunction(
    "catalog_search",
    v.object({
      ...origin,
      rows: cardsOfKind(kind),
      next: v.nullable(v.record(v.string(), v.unknown())),
      total: v.nullable(v.number()),
    }),
  );

/** Searches a list of the catalog, 24 cards per page. `after` is the last page's `next`. */
export const searchCatalog: { readonly [K in CatalogKind]: SqlFunction<CatalogPage<CardOf[K]>> } = {
  app: searchOf("app"),
  campaign: searchOf("campaign"),
};

/** The name of a platform's shelf of campaigns. */
export const campaignShelf = (platform: string) => `campaigns/${platform}`;

/** Only the server reads it. */
const shelfCheckpoint = v.record(v.string(), v.unknown());

/** Pulls a shelf: cards that a device keeps without a search. */
export const pullShelf = sqlFunction(
  "catalog_shelf",
  v.object({
    ...origin,
    shelves: v.record(
      v.string(),
      v.object({
        /** `gone`: it left the shelf; the row itself may still exist. */
        rows: v.array(v.object({ id: v.string(), gone: v.boolean(), card: v.unknown() })),
        checkpoint: v.nullable(shelfCheckpoint),
        more: v.boolean(),
        restarted: v.optional(v.boolean(), false),
      }),
    ),
  }),
);

/** Fetches rows by id. `absent`: deleted or hidden. An id in neither list is unchanged. */
export const getRows = sqlFunction(
  "sync_get",
  v.object({ ...origin, rows: v.array(v.looseObject({ id: v.string() })), absent: v.array(v.string()) }),
);

/** Limits of cards and whole rows on a device, and the minimum age before eviction. */
export const catalogLimits = {
  cards: 1_500,
  cardBytes: 4 * 1024 * 1024,
  rows: 200,
  rowBytes: 4 * 1024 * 1024,
  /** Another tab may be showing an entry that was used within this time. */
  restMs: 60 * 60_000,
  /** Recently used entries may exceed the limits by this factor. */
  busyTimes: 4,
} as const;
