// The catalog: what lists show of published apps and open campaigns, the functions of the server
// that answer with it, and how much a device stores.
import * as v from "valibot";
import { appPlatform, appType } from "./apps.ts";
import { category, effortMinutes, platform, rewardModel } from "./campaigns.ts";
import { cents, currency, day, id, integer, text } from "./fields.ts";
import { type SqlFunction, sqlFunction } from "./functions.ts";

/** The transaction that wrote the row: of two cards the one with the larger one is newer. */
const cardXid = v.pipe(v.string(), v.regex(/^\d{1,20}$/));

/** An app as the App Store lists it. */
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

/** A public campaign that runs, as testers' lists show it. */
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
  /** A card of an earlier version has none. */
  effort_minutes: v.optional(v.nullable(effortMinutes), null),
  reward_model: rewardModel,
  reward_amount_cents: cents,
  currency,
  /** Their first 200 characters. */
  requirements: text(200),
  published_at: v.nullable(v.string()),
});
export type CampaignCard = v.InferOutput<typeof campaignCard>;

/** What the front page shows of the tests that run. */
export const latestTests = sqlFunction("latest_tests", v.object({ rows: v.array(campaignCard) }));

/** What the catalog has cards of. */
export interface CardOf {
  app: AppCard;
  campaign: CampaignCard;
}
export type CatalogKind = keyof CardOf;

const cardSchemas: { readonly [K in CatalogKind]: v.GenericSchema<unknown, CardOf[K]> } = {
  app: appCard,
  campaign: campaignCard,
};
/** The server's name of each list, which is also the collection of its rows. */
export const catalogLists = { app: "apps", campaign: "campaigns" } as const;

/** Whole rows that a device keeps a copy of, by the collection that `sync_get` takes them from. */
export const keptCollections = { ...catalogLists, feedback: "feedback" } as const;
export type KeptKind = keyof typeof keptCollections;

/** Null: this version cannot read it. */
export function readCard<K extends CatalogKind>(kind: K, value: unknown): CardOf[K] | null {
  const schema: v.GenericSchema<unknown, CardOf[K]> = cardSchemas[kind];
  const read = v.safeParse(schema, value);
  return read.success ? read.output : null;
}

/** The cards that this version can read: one that it cannot does not cost the others. */
const cardsOfKind = <K extends CatalogKind>(kind: K): v.GenericSchema<unknown, CardOf[K][]> =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((rows) => rows.map((row) => readCard(kind, row)).filter((card) => card !== null)),
  );

/** By what server and for whom an answer was made. */
const origin = { epoch: v.string(), scope: v.string(), now: v.string() };
export interface Origin {
  epoch: string;
  scope: string;
}

export interface CatalogPage<C> extends Origin {
  now: string;
  rows: C[];
  next: Record<string, unknown> | null;
  /** Of the first page only; 1001: more than a thousand (MOST_COUNTED). */
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

/** Searches a list of the catalog, 24 cards at a time. `after`: what `next` was. */
export const searchCatalog: { readonly [K in CatalogKind]: SqlFunction<CatalogPage<CardOf[K]>> } = {
  app: searchOf("app"),
  campaign: searchOf("campaign"),
};

/** The shelves of the campaigns for each platform. */
export const campaignShelf = (platform: string) => `campaigns/${platform}`;

/** The server reads it. */
const shelfCheckpoint = v.record(v.string(), v.unknown());

/** The shelves: what a device has of the catalog without asking for it. */
export const pullShelf = sqlFunction(
  "catalog_shelf",
  v.object({
    ...origin,
    shelves: v.record(
      v.string(),
      v.object({
        /** `gone`: it left the shelf, which says nothing about the app itself. */
        rows: v.array(v.object({ id: v.string(), gone: v.boolean(), card: v.unknown() })),
        checkpoint: v.nullable(shelfCheckpoint),
        more: v.boolean(),
        restarted: v.optional(v.boolean(), false),
      }),
    ),
  }),
);

/**
 * Whole rows by their ids. `absent`: deleted, or not this person's to see; an id in neither list is
 * unchanged.
 */
export const getRows = sqlFunction(
  "sync_get",
  v.object({ ...origin, rows: v.array(v.looseObject({ id: v.string() })), absent: v.array(v.string()) }),
);

/** How many cards and whole rows a device holds, and for how long nobody's are taken away. */
export const catalogLimits = {
  cards: 1_500,
  rows: 200,
  rowBytes: 4 * 1024 * 1024,
  /** Another tab may be showing what was used within this time. */
  restMs: 60 * 60_000,
} as const;
