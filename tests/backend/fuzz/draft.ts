// A request before encoding.
import type { Random } from "../../fixtures/random.ts";

export interface Draft {
  method: string;
  path: string;
  query: [name: string, value: string][];
  headers: [name: string, value: string][];
  body: Buffer;
  /** Whose token; default: a random caller's. */
  caller?: string;
}

/** Picks from a list that is never empty. */
export const sound = <T>(random: Random, from: readonly T[]): T => random.pick(from) as T;
export const methods = ["GET", "GET", "POST", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
export const none = Buffer.alloc(0);
