// Responses of portals and proxies in a scenario: HTML instead of the server's response.

import type { Random } from "../fixtures/random.ts";
import type { Fault } from "../fixtures/sync/network.ts";

const statuses = [200, 403, 413] as const;

export const randomPage = (random: Random): Fault => ({ kind: "page", status: random.pick(statuses) ?? 200 });
