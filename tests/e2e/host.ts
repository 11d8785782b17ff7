// A static host for the built app that can be deployed to, and a captive portal in front of it. No
// backend: what is tried here is the app's own files.
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStaticFiles } from "../../supabase/local/http/static-files.ts";

export const portalPage = "<!doctype html><title>Wi-Fi</title><p>Sign in to the Wi-Fi of this hotel</p>";

export interface Host {
  readonly url: string;
  readonly dist: string;
  /** Requests that a portal answers with its page and 200, to be kept for ever. */
  portal: (request: { path: string; dest: string }) => boolean;
  /** The asset whose name begins so, as `/assets/…`. */
  asset(name: string): string;
  /** The one that holds these words: texts and screens lie in assets of their own. */
  assetWith(words: string): string;
  /** The app's first module. */
  entry(): string;
  /** Writes a file and notes its hash in the worker, as a build would: the next version. */
  deploy(file: string, change: (text: string) => string): void;
  /**
   * Renames an asset in all files, as a build does when it changes. The worker is not brought up to
   * date.
   */
  rename(asset: string): string;
  stop(): Promise<void>;
}

export async function startHost(): Promise<Host> {
  const dist = mkdtempSync(join(tmpdir(), "betaflock-host-"));
  cpSync(new URL("../../dist", import.meta.url).pathname, dist, { recursive: true });
  const files = createStaticFiles(dist);
  const host: Pick<Host, "portal"> = { portal: () => false };
  const answer = (incoming: IncomingMessage, path: string): Promise<Response> | Response => {
    const dest = String(incoming.headers["sec-fetch-dest"] ?? "");
    if (host.portal({ path, dest })) {
      const headers = { "content-type": "text/html", "cache-control": "public, max-age=31536000, immutable" };
      return new Response(portalPage, { headers });
    }
    if (/^\/(rest|auth|storage|realtime|functions)\/v1/.test(path)) return new Response("{}", { status: 503 });
    return files.serve(new Request(`http://host${incoming.url}`, { method: incoming.method ?? "GET" }));
  };
  const server = createServer(async (incoming, outgoing) => {
    const response = await answer(incoming, new URL(`http://host${incoming.url}`).pathname);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));

  const text = (file: string) => readFileSync(join(dist, file), "utf8");
  const assets = () => readdirSync(join(dist, "assets"));
  return Object.assign(host, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dist,
    asset(name: string) {
      const all = assets().filter((file) => file.startsWith(`${name}-`) && file.endsWith(".js"));
      // A part's texts may have its name, too: the one that the page itself names comes first.
      const page = readFileSync(join(dist, "app.html"), "utf8");
      const found = all.find((file) => page.includes(file)) ?? all[0];
      if (!found) throw new Error(`No asset ${name}`);
      return `/assets/${found}`;
    },
    assetWith(words: string) {
      const found = assets().find((file) => file.endsWith(".js") && text(`assets/${file}`).includes(words));
      if (!found) throw new Error(`No asset with ${words}`);
      return `/assets/${found}`;
    },
    entry() {
      const [path] = text("app.html").match(/\/assets\/start-[^"]+\.js/) ?? [];
      if (!path) throw new Error("app.html names no module");
      return path;
    },
    deploy(file: string, change: (before: string) => string) {
      writeFileSync(join(dist, file), change(text(file)));
      const digest = (algorithm: string, encoding: "hex" | "base64") =>
        createHash(algorithm)
          .update(readFileSync(join(dist, file)))
          .digest(encoding);
      const entry = new RegExp(`\\{[^{}]*"url":"${file.replaceAll(".", "\\.")}"[^{}]*\\}`);
      const noted = JSON.stringify({
        ...{ integrity: `sha256-${digest("sha256", "base64")}`, revision: digest("md5", "hex"), url: file },
      });
      writeFileSync(join(dist, "sw.js"), text("sw.js").replace(entry, noted));
    },
    rename(asset: string) {
      const [before = "", after = ""] = [asset, asset.replace(/\.js$/, "2.js")].map((path) => path.slice(8));
      renameSync(join(dist, "assets", before), join(dist, "assets", after));
      for (const file of [...readdirSync(dist), ...assets().map((name) => `assets/${name}`)].filter((name) =>
        /\.(js|html)$/.test(name),
      ))
        writeFileSync(join(dist, file), text(file).replaceAll(before, after));
      return `/assets/${after}`;
    },
    stop: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
        rmSync(dist, { recursive: true, force: true });
      }),
  });
}
