// Eviction from the catalog, and which of two cards wins.
import { expect, test } from "vitest";
import { cardEntry, cardsIn } from "../../../sync/catalog/cards.ts";
import { surplus } from "../../../sync/catalog/eviction.ts";
import type { Entry } from "../../../sync/database/device-db.ts";
import { type AppCard, type CampaignCard, campaignShelf, catalogLimits } from "../../../sync/schema/catalog.ts";
import { Random } from "../../fixtures/random.ts";

const now = 1_800_000_000_000;
const long = now - catalogLimits.restMs - 1;

const held = (kind: Entry["kind"], count: number, more: (n: number) => Partial<Entry> = () => ({})) =>
  Array.from({ length: count }, (_, n) => ({ id: `${kind}|app|${n}`, kind, used: long - n, bytes: 1_000, ...more(n) }));

test("P1 O1 evicts the least recently shown cards, but never those of the shelf", () => {
  const { cards } = catalogLimits;
  expect(surplus(held("card", cards), now)).toEqual([]);
  // A larger number was used longer ago.
  expect(surplus(held("card", cards + 2), now)).toEqual([`card|app|${cards + 1}`, `card|app|${cards}`]);
  expect(surplus([...held("shelf", 200), ...held("card", cards)], now)).toHaveLength(200);
  expect(surplus([...held("shelf", cards + 5), ...held("card", 3)], now)).toHaveLength(3);
});

test("P1 O1 evicts whole rows by count and by size; rows used within the hour stay", () => {
  const { rows, rowBytes, restMs } = catalogLimits;
  expect(surplus(held("kept", rows), now)).toEqual([]);
  expect(surplus(held("kept", rows + 3), now)).toHaveLength(3);
  const large = held("kept", 10, () => ({ bytes: rowBytes / 4 }));
  expect(surplus(large, now)).toEqual([9, 8, 7, 6, 5, 4].map((n) => `kept|app|${n}`));
  expect(
    surplus(
      held("kept", rows + 3, () => ({ used: now - restMs })),
      now,
    ),
  ).toEqual([]);
  expect(
    surplus(
      held("card", 5_000, () => ({ used: now, bytes: 0 })),
      now,
    ),
  ).toEqual([]);
});

test("P1 O1 10,000 cards and rows stay within four times the limits, even if all were used within the hour", () => {
  const { cards, cardBytes, rows, rowBytes, busyTimes } = catalogLimits;
  for (const [used, times] of [
    [long, 1],
    [now, busyTimes],
  ] as const)
    for (const bytes of [100, 20_000]) {
      const all = (["card", "kept"] as const).flatMap((kind) => held(kind, 10_000, (n) => ({ used: used - n, bytes })));
      const gone = new Set(surplus(all, now));
      for (const [kind, most, mostBytes] of [
        ["card", cards, cardBytes],
        ["kept", rows, rowBytes],
      ] as const) {
        const left = all.filter((one) => one.kind === kind && !gone.has(one.id));
        expect(left).toHaveLength(Math.min(most * times, Math.floor((mostBytes * times) / bytes)));
        expect(left.map(({ id }) => id)).toEqual(left.map((_, n) => `${kind}|app|${n}`));
      }
    }
});

test("P1 the entries that remain always fit the limits, and protected ones are never evicted", () => {
  for (let seed = 0; seed < 50; seed++) {
    const random = new Random(seed);
    const all = (["shelf", "card", "kept", "mark"] as const).flatMap((kind) =>
      held(kind, random.below(kind === "card" ? 2_500 : 300), () => ({
        used: now - random.below(3 * catalogLimits.restMs),
        bytes: random.below(kind === "card" ? 3_000 : 100_000),
      })),
    );
    const gone = new Set(surplus(all, now));
    const left = all.filter(({ id }) => !gone.has(id));
    const resting = (kind: Entry["kind"]) =>
      left.filter((one) => one.kind === kind && one.used < now - catalogLimits.restMs);
    const count = (kind: Entry["kind"]) => left.filter((one) => one.kind === kind).length;
    if (resting("card").length > 0) expect(count("card") + count("shelf")).toBeLessThanOrEqual(catalogLimits.cards);
    if (resting("kept").length > 0) {
      expect(count("kept")).toBeLessThanOrEqual(catalogLimits.rows);
      const bytes = left.filter(({ kind }) => kind === "kept").reduce((sum, one) => sum + one.bytes, 0);
      expect(bytes).toBeLessThanOrEqual(catalogLimits.rowBytes);
    }
    expect([...gone].some((id) => id.startsWith("shelf") || id.startsWith("mark"))).toBe(false);
    expect(all.filter(({ id, used }) => gone.has(id) && used >= now - catalogLimits.restMs)).toEqual([]);
  }
});

const card = (xid: string, title: string): AppCard => ({
  ...{ id: "0b9f6c1e-0000-4000-8000-000000000001", org_id: "0b9f6c1e-0000-4000-8000-000000000002", xid, title },
  ...{ developer_name: "Dana", description: "", platform: "android", type: "APK", icon_path: "", version: "" },
  ...{ size_bytes: 0, downloads: 0, published_at: null },
});

test("S27 an app on the shelf and in a search result is shown once, in its latest state", () => {
  const older = cardEntry("shelf", "apps", card("9", "Old"), now);
  const younger = cardEntry("card", "app", card("10", "New"), now);
  for (const entries of [
    [older, younger],
    [younger, older],
  ])
    expect(cardsIn("app", entries).map(({ title }) => title)).toEqual(["New"]);
  const broken = { id: "card|app|x", value: { ...card("11", "Broken"), platform: "amiga" } };
  expect(cardsIn("app", [older, broken]).map(({ title }) => title)).toEqual(["Old"]);
});

test("S9 O1 never evicts a pinned row, however long ago it was opened", () => {
  const { rows } = catalogLimits;
  const kept = held("kept", rows + 3);
  const last = kept.slice(-2).map(({ id }) => id);
  const gone = surplus(kept, now, new Set(last));
  expect(gone).toHaveLength(3);
  expect(gone.filter((id) => last.includes(id))).toEqual([]);
});

test("S8 keeps cards of apps and of campaigns apart, also on shelves", () => {
  const campaign: CampaignCard = {
    ...{ id: "0b9f6c1e-0000-4000-8000-000000000003", org_id: "0b9f6c1e-0000-4000-8000-000000000002", xid: "4" },
    ...{ title: "A test", developer_name: "Dana", description: "", requirements: "", app_id: null, icon_path: "" },
    ...{
      category: "travel",
      platform: "all",
      end_date: "2026-12-01",
      max_testers: 5,
      effort_minutes: null,
      ...{ required_tasks: 0, task_minutes: 0 },
      auto_select: true,
      testers_joined: 1,
    },
    ...{ reward_model: "testing", reward_amount_cents: 500, currency: "USD", published_at: null },
  };
  const entries = [
    cardEntry("shelf", "apps", card("9", "An app"), now),
    cardEntry("shelf", campaignShelf("ios"), campaign, now),
    cardEntry("shelf", campaignShelf("web"), { ...campaign, xid: "5", title: "A newer test" }, now),
    cardEntry("card", "campaign", campaign, now),
  ];
  expect(cardsIn("app", entries).map(({ title }) => title)).toEqual(["An app"]);
  expect(cardsIn("campaign", entries).map(({ title }) => title)).toEqual(["A newer test"]);
});
