// Hashes of passwords: bcrypt, with lite's cost, so that either reads the other's. Computed in
// libuv's threads, never in the one that answers requests. package.json gives lite the same
// implementation.
import { compare, hash } from "bcrypt";

/**
 * libuv has four threads, which also read files and compress answers: ten people who sign in must
 * not keep everybody else's files waiting.
 */
const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running += 1;
  else await new Promise<void>((begin) => waiting.push(begin));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export const hashed = (password: string): Promise<string> =>
  inTurn(() => hash(password, Number(process.env.LITE_AUTH_BCRYPT_COST ?? 10)));

export const matchesHash = (password: string, known: string): Promise<boolean> =>
  inTurn(() => compare(password, known));
