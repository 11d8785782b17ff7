// `npm run doctor` against the real thing: whole, without its migrations, with a wrong key, and
// nobody there.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examine } from "../../supabase/doctor.ts";
import { type ListeningBackend, startBackend } from "../../supabase/local/backend.ts";

const empty = mkdtempSync(join(tmpdir(), "betaflock-doctor-"));
let whole: ListeningBackend;
let bare: ListeningBackend;
beforeAll(async () => {
  whole = await startBackend({ sample: true });
  bare = await startBackend({ migrationsDir: empty, functionsDir: empty });
});
afterAll(async () => {
  await whole?.stop();
  await bare?.stop();
  rmSync(empty, { recursive: true, force: true });
});
const wrong = (findings: Awaited<ReturnType<typeof examine>>) => findings.filter((f) => !f.good).map((f) => f.part);

describe("doctor", () => {
  test("finds nothing wrong with a whole backend, public and private buckets included", async () => {
    const findings = await examine(whole.url, whole.publishableKey, whole.serviceKey);
    expect(findings.filter((f) => !f.good)).toEqual([]);
    expect(findings.map((f) => f.part)).toEqual([
      "url",
      "key",
      "auth",
      "migrations",
      "policies",
      "functions",
      "transactions",
      "notifications",
      "realtime",
      "buckets",
    ]);
  });

  test("S29 says that nobody sends the notifications' e-mails where no mail server is set up", async () => {
    const said = async (backend: ListeningBackend) =>
      (await examine(backend.url, backend.publishableKey)).find((f) => f.part === "notifications")?.text;
    expect(await said(whole)).toMatch(/^mail sends nothing: run "npm run deploy"/);
    const sending = await startBackend({ smtp: { url: "smtp://127.0.0.1:9", from: "hello@betaflock.example" } });
    expect(await said(sending)).toMatch(/^Web push and e-mail are set up/);
    await sending.stop();
  });

  test("says what is missing where nothing was deployed", async () => {
    const findings = await examine(bare.url, bare.publishableKey, bare.serviceKey);
    expect(wrong(findings)).toEqual(["migrations", "functions", "buckets"]);
    expect(findings.find((f) => f.part === "migrations")?.text).toContain("npm run deploy");
    expect(findings.find((f) => f.part === "functions")?.text).toMatch(/mail.* missing/);
  });

  test("P2 sees a table that strangers can read", async () => {
    await whole.sql("alter table public.accounts disable row level security");
    await whole.sql("grant select on public.accounts to anon");
    const findings = await examine(whole.url, whole.publishableKey);
    expect(findings.find((f) => f.part === "policies")).toMatchObject({
      good: false,
      text: expect.stringContaining("accounts"),
    });
  });

  test("refuses a secret key, and says so when nobody answers", async () => {
    expect(wrong(await examine(whole.url, whole.serviceKey))).toEqual(["key"]);
    expect(wrong(await examine("http://127.0.0.1:9", "x"))).toEqual(["url"]);
  });
});
