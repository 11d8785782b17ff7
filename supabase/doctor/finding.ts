export interface Finding {
  part: string;
  /** `note`: it works, but a feature is off. Only `wrong` sets exit code 1. */
  level: "good" | "note" | "wrong";
  what: string;
  why: string | null;
  /** The command or setting that fixes it. */
  fix: string | null;
}

export type Findings = ReturnType<typeof collectFindings>;

export function collectFindings() {
  const all: Finding[] = [];
  const add = (level: "note" | "wrong") => (part: string, what: string, why: string, fix: string) =>
    void all.push({ part, level, what, why, fix });
  const good = (part: string, what: string) => void all.push({ part, level: "good", what, why: null, fix: null });
  return { all, good, note: add("note"), wrong: add("wrong") };
}

export interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

export interface Asked {
  /** The address has no trailing slash. */
  url: string;
  key: string;
  /** Empty when unknown. */
  secretKey: string;
  /** Sends a request with the publishable key, or with `as`. */
  ask: (path: string, init?: RequestInit, as?: string) => Promise<Answer>;
}

export const deploy = 'Run "npm run deploy", or start the newest version of the embedded server.';

const timeoutMs = 10_000;
/** Larger than any expected answer; the rest is cut. */
const mostBytes = 4_000_000;

export async function read(address: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(address, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece as Uint8Array);
    bytes += (piece as Uint8Array).length;
    if (bytes >= mostBytes) break;
  }
  return { status: response.status, headers: response.headers, body: Buffer.concat(pieces).toString() };
}

export const backend = (url: string, key: string, secretKey: string): Asked => ({
  url,
  key,
  secretKey,
  ask: (path, init = {}, as = key) =>
    read(url + path, {
      ...init,
      headers: {
        apikey: as,
        "content-type": "application/json",
        ...(as === key ? {} : { authorization: `Bearer ${as}` }),
      },
    }),
});
