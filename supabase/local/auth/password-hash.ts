// Hashes passwords with bcrypt at lite's cost, so that both can verify them. Runs in libuv's
// threads instead of the main thread. package.json makes lite use the same implementation.
import { compare, hash } from "bcrypt";

/** Of libuv's four threads, which also read files and compress answers. */
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
