import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { category, platform } from "../../../sync/schema/campaigns.ts";
import { currency } from "../../../sync/schema/fields.ts";
import { testerRoute } from "./layout.tsx";

/** The filters of Available Tests. Unknown values are ignored: an old link still opens the list. */
const search = v.object({
  q: v.optional(v.fallback(v.optional(v.string()), undefined)),
  category: v.optional(v.fallback(v.optional(category), undefined)),
  platform: v.optional(v.fallback(v.optional(platform), undefined)),
  /** At least this reward, in cents of the currency. */
  reward: v.optional(v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))), undefined)),
  currency: v.optional(v.fallback(v.optional(currency), undefined)),
  /** Ends within so many days. */
  days: v.optional(v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined)),
  /** Only with spots remaining. */
  spots: v.optional(v.fallback(v.optional(v.boolean()), undefined)),
  /** Hides campaigns that the person has applied to. */
  hide: v.optional(v.fallback(v.optional(v.boolean()), undefined)),
  /** Only platforms of the person's devices. */
  mine: v.optional(v.fallback(v.optional(v.boolean()), undefined)),
  sort: v.optional(v.fallback(v.optional(v.picklist(["deadline", "newest", "reward", "spots"])), undefined)),
});

export const testerTestsRoute = createRoute({
  getParentRoute: () => testerRoute,
  path: "/tests",
  validateSearch: search,
  component: lazyRouteComponent(() => import("../../features/campaigns/screens/tests/tests.tsx"), "AvailableTests"),
});
