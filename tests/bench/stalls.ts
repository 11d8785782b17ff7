// Whether one user's heavy work delays others: the time for a static file while ten users sign in,
// and during a 50 MB upload. Run `npm run build` first.
import { randomBytes } from "node:crypto";
import { signUpByApi } from "../fixtures/browser/api.ts";
import { password } from "../fixtures/browser/people.ts";
import { type Product, startProductProcess } from "../fixtures/browser/product.ts";
import { p95, type Row } from "./report.ts";

const FILES = 300;
const megabytes = 50;

/** Measures sequential requests for static files while the work runs. */
async function filesBeside(product: Product, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  let asking = true;
  const busy = (async () => {
    while (asking) await work();
  })();
  for (let i = 0; i < FILES; i++) {
    const startedAt = performance.now();
    const answer = await fetch(`${product.url}/manifest.webmanifest`);
    await answer.arrayBuffer();
    took.push(performance.now() - startedAt);
  }
  asking = false;
  await busy;
  return took;
}

const key = { apikey: "sb_publishable_local" };

async function signIn(product: Product, email: string): Promise<void> {
  const answer = await fetch(`${product.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { ...key, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  // A rate-limited response hashes no password, so it fails the bench.
  if (!answer.ok) throw new Error(`Sign-in: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

export async function stallRows(done: (row: Row) => void): Promise<void> {
  // Hashes at production strength.
  process.env.LITE_AUTH_BCRYPT_COST = "10";
  const product = await startProductProcess();
  try {
    const people = await Promise.all(
      Array.from({ length: 10 }, (_, i) => signUpByApi(product, `Waiting ${i}`, "developer")),
    );
    const [first] = people;
    if (!first) throw new Error("unreachable");
    const bytes = new Uint8Array(randomBytes(megabytes * 1_000_000));
    const alone = await filesBeside(product, () => new Promise((pause) => setTimeout(pause, 50)));
    const signIns = await filesBeside(product, () => Promise.all(people.map(({ email }) => signIn(product, email))));
    const uploads = await filesBeside(product, () =>
      first.upload("releases", `${first.id}/${crypto.randomUUID()}.apk`, bytes, "application/octet-stream"),
    );
    const moved = (values: readonly number[]) => p95(values) - p95(alone);
    done({
      what: "a static file, while others keep the server busy",
      aims: [],
      values: { "nothing else": alone, "ten sign-ins": signIns, "an upload of 50 MB": uploads },
      compare: false,
    });
    done({
      what: "the same: by how much it moves the 95th percentile",
      aims: [
        { of: "ten sign-ins", by: "median", most: 50 },
        { of: "an upload of 50 MB", by: "median", most: 50 },
      ],
      values: { "ten sign-ins": [moved(signIns)], "an upload of 50 MB": [moved(uploads)] },
      compare: false,
    });
  } finally {
    await product.stop();
  }
}
