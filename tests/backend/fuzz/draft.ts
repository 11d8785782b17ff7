// A request before it becomes bytes.
import type { Random } from "../../fixtures/random.ts";

export interface Draft {
  method: string;
  path: string;
  query: [name: string, value: string][];
  headers: [name: string, value: string][];
  body: Buffer;
  /** Whose token; otherwise anybody's. */
  caller?: string;
}

/** Of a list that has something in it. */
export const sound = <T>(random: Random, from: readonly T[]): T => random.pick(from) as T;
export const methods = ["GET", "GET", "POST", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
export const none = Buffer.alloc(0);
