// Portals and proxies of a scenario: they answer any call in the server's place, in HTML.

import type { Random } from "../fixtures/random.ts";
import type { Fault } from "../fixtures/sync/network.ts";

const statuses = [200, 403, 413] as const;

export const randomPage = (random: Random): Fault => ({ kind: "page", status: random.pick(statuses) ?? 200 });
