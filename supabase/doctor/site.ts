import { type Findings, read } from "./finding.ts";
import { isSecretKey } from "./outside.ts";

const mostScripts = 500;
const secretKeys = /sb_secret_[\w-]+|eyJ[\w-]+\.[\w-]+\.[\w-]+/g;

/** @param site the app's address, without a trailing slash */
export async function checkSite(site: string, found: Findings): Promise<void> {
  const page = await read(`${site}/`).catch((error: unknown) => {
    const cause = error instanceof Error ? error.message : String(error);
    found.wrong("site", `${site} cannot be reached (${cause}).`, "Nobody can open the app.", "Check the address.");
    return null;
  });
  if (!page) return;
  const none = await read(`${site}/assets/none-of-ours-00000000.js`);
  if (none.status !== 404 || /html/i.test(none.headers.get("content-type") ?? "")) {
    found.wrong(
      "site",
      `${site} answers ${none.status} and ${none.headers.get("content-type") ?? "no type"} for a script that is not there.`,
      "After an update a browser that asks for an old script gets a page in its place, and stands still.",
      "Answer 404 under /assets/ (docs/deploy.md, “Serving the app”).",
    );
  } else found.good("site", `${site} is served, and a missing script is missing.`);
  await checkScripts(site, page.body, found);
}

async function checkScripts(site: string, page: string, found: Findings): Promise<void> {
  const worker = await read(`${site}/sw.js`);
  const named = `${page}\n${worker.status === 200 ? worker.body : ""}`.match(/assets\/[\w.-]+\.js/g) ?? [];
  const scripts = [...new Set(named)].slice(0, mostScripts);
  const leaking: string[] = [];
  for (const script of scripts) {
    const { body } = await read(`${site}/${script}`);
    if (body.match(secretKeys)?.some(isSecretKey)) leaking.push(script);
  }
  const why = "Whoever opens the app can read it, and everything in the database with it.";
  const fix = "Revoke this key at once, and build with the publishable key.";
  if (leaking.length > 0) found.wrong("site", `A secret key is in ${leaking.join(", ")}.`, why, fix);
  else if (scripts.length > 0) found.good("site", `No secret key in ${scripts.length} scripts.`);
}
