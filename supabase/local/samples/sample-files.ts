// Files of the sample data: icons, screenshots and small downloadable builds. seed.sql inserts only
// the rows, so on Supabase there are no files.
import { createHash } from "node:crypto";
import { downloadZip } from "client-zip";
import type { Database } from "../database/database.ts";
import type { StoredFiles } from "../storage/stored-files.ts";
import { drawIcon, drawScreen } from "./sample-pictures.ts";

interface SampleRelease {
  id: string;
  app_id: string;
  developer_id: string;
  version: string;
  type: string;
  title: string;
  platform: string;
}

/** A ZIP archive with one file for APK and IPA, else a header of the right kind. */
async function buildOf({ id, title, version, type }: SampleRelease): Promise<Buffer> {
  const seed = createHash("sha256").update(id).digest();
  const noise = Array.from({ length: 640 + (seed[0] as number) * 4 }, (_, i) =>
    createHash("sha256").update(seed).update(String(i)).digest(),
  );
  const text = `${title} ${version}\nA sample build of Betaflock. It installs nothing.\n\n`;
  const content = Buffer.concat([Buffer.from(text), ...noise]);
  if (type === "EXE") return Buffer.concat([Buffer.from("MZ"), content]);
  if (type === "DMG") return Buffer.concat([content, Buffer.from("koly"), Buffer.alloc(508)]);
  const zip = downloadZip([{ name: "README.txt", input: content, lastModified: new Date(2026, 0, 1) }]);
  return Buffer.from(await zip.arrayBuffer());
}

interface Stored {
  bucket: string;
  path: string;
  bytes: Buffer;
  type: string;
  owner: string;
}
const named = (bucket: string, owner: string, bytes: Buffer, type: string): Stored & { sha256: string } => {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { bucket, path: `${owner}/${sha256}${bucket === "releases" ? "" : ".png"}`, bytes, type, owner, sha256 };
};

const areas: Readonly<Record<string, Readonly<Record<string, [type: string, content: () => Buffer]>>>> = {
  "dev@betaflock.test": {
    "docs/checklist.txt": [
      "text/plain",
      () => Buffer.from("Before each beta:\n1. Version number\n2. Notes\n3. A build that starts\n"),
    ],
    "docs/2026/plan.md": ["text/plain", () => Buffer.from("# Plan\n\nThree betas until spring.\n")],
    "docs/2026/testers.csv": ["text/csv", () => Buffer.from("name,device\nTomás,Pixel 8\nHana,iPhone 15\n")],
    "app-content/logo.png": ["image/png", () => drawIcon(3)],
    "app-content/banner.png": ["image/png", () => drawScreen(3, 0, true)],
    "notes.txt": ["text/plain", () => Buffer.from("Ask about dark mode.\n")],
  },
  "admin@betaflock.test": { "reports/payouts.csv": ["text/csv", () => Buffer.from("month,amount\n2026-10,1250.00\n")] },
};

/** Through a reservation, like the function `storage`: the trigger creates the rows. */
async function addAreas(database: Database, stored: StoredFiles): Promise<void> {
  for (const [email, files] of Object.entries(areas)) {
    for (const [name, [type, content]] of Object.entries(files)) {
      const bytes = content();
      const [kept] = await database.query<{ id: string; owner: string }>(
        `insert into private.file_reservations (owner_id, file_name, size_bytes, content_type)
         select p.id, $2, $3, $4 from public.profiles p where p.email = $1 returning id::text, owner_id::text as owner`,
        [email, name, bytes.length, type],
      );
      if (!kept) continue;
      const path = `${kept.owner}/${kept.id}`;
      const metadata = await stored.uploadObject("files", path, undefined, bytes, type, "no-cache");
      await database.query(
        "insert into storage.objects (bucket_id, name, owner_id, metadata) values ('files', $1, $2, $3::text::jsonb)",
        [path, kept.owner, JSON.stringify(metadata)],
      );
    }
  }
  await database.query("update public.files set is_sample = true");
}

/** Runs once, after seed.sql. */
export async function addSampleFiles(database: Database, stored: StoredFiles): Promise<void> {
  const releases = await database.query<SampleRelease>(
    `select r.id::text, r.app_id::text, r.developer_id::text, r.version, a.type, a.title, a.platform
     from public.releases r join public.apps a on a.id = r.app_id where r.is_sample order by a.title, r.version`,
  );
  const files: Stored[] = [];
  const builds: object[] = [];
  for (const release of releases) {
    const file = named("releases", release.developer_id, await buildOf(release), "application/octet-stream");
    files.push(file);
    builds.push({ id: release.id, path: file.path, size: file.bytes.length, sha256: file.sha256 });
  }
  const apps = [...new Map(releases.map((release) => [release.app_id, release])).values()].map((app, n) => {
    const icon = named("app-content", app.developer_id, drawIcon(n), "image/png");
    const wide = ["web", "windows", "macos"].includes(app.platform);
    const shots = [0, 1, 2].map((which) =>
      named("app-content", app.developer_id, drawScreen(n, which, wide), "image/png"),
    );
    files.push(icon, ...shots);
    return { id: app.app_id, icon: icon.path, shots: shots.map((shot) => shot.path) };
  });
  const objects = await Promise.all(
    files.map(async ({ bucket, path, bytes, type, owner }) => {
      const metadata = await stored.uploadObject(bucket, path, undefined, bytes, type, "max-age=31536000");
      return { bucket, path, owner, metadata };
    }),
  );
  await database.transaction(async (session) => {
    await session.query("select set_config('betaflock.seeding', 'on', true)");
    await session.query(
      `insert into storage.objects (id, bucket_id, name, owner, owner_id, metadata, version)
       select gen_random_uuid(), o ->> 'bucket', o ->> 'path', (o ->> 'owner')::uuid, o ->> 'owner', o -> 'metadata', gen_random_uuid()::text
       from jsonb_array_elements($1::text::jsonb) o on conflict do nothing`,
      [JSON.stringify(objects)],
    );
    await session.query(
      `update public.releases r set file_path = b ->> 'path', size_bytes = (b ->> 'size')::bigint, sha256 = b ->> 'sha256',
         checked_at = r.created_at
       from jsonb_array_elements($1::text::jsonb) b where r.id = (b ->> 'id')::uuid`,
      [JSON.stringify(builds)],
    );
    await session.query(
      `update public.apps x set icon_path = a ->> 'icon', screenshots = a -> 'shots', size_bytes = coalesce((
         select r.size_bytes from public.releases r where r.app_id = x.id and r.status = 'published' order by r.published_at desc, r.id limit 1), 0)
       from jsonb_array_elements($1::text::jsonb) a where x.id = (a ->> 'id')::uuid`,
      [JSON.stringify(apps)],
    );
  });
  await addAreas(database, stored);
}
