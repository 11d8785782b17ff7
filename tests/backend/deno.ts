// A function of supabase/functions in the real runtime that Supabase uses.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ListeningBackend } from "../../supabase/local/backend.ts";

export interface DenoFunction {
  url: string;
  stop(): void;
}

/** @param secrets as `npx supabase secrets set` would */
export async function startInDeno(
  name: string,
  backend: ListeningBackend,
  secrets: Readonly<Record<string, string>> = {},
): Promise<DenoFunction> {
  const main = fileURLToPath(new URL(`../../supabase/functions/${name}/index.ts`, import.meta.url));
  const program = fileURLToPath(new URL("../../node_modules/.bin/deno", import.meta.url));
  const config = fileURLToPath(new URL("deno.json", `file://${main}`));
  // Its npm packages are those of this project: a test fetches nothing.
  const packages = existsSync(config)
    ? ["--config", config, "--node-modules-dir=manual", "--allow-read", "--allow-sys"]
    : ["--no-config"];
  const deno: ChildProcess = spawn(program, ["run", ...packages, "--no-lock", "--allow-net", "--allow-env", main], {
    env: {
      ...process.env,
      DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0",
      DENO_NO_UPDATE_CHECK: "1",
      NO_COLOR: "1",
      SUPABASE_URL: backend.url,
      SUPABASE_ANON_KEY: backend.publishableKey,
      SUPABASE_SERVICE_ROLE_KEY: backend.serviceKey,
      ...secrets,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const url = await new Promise<string>((done, failed) => {
    const heard = (chunk: Buffer): void => {
      said += chunk.toString();
      const port = /127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      if (port) done(`http://127.0.0.1:${port}/${name}`);
    };
    deno.stdout?.on("data", heard);
    deno.stderr?.on("data", heard);
    deno.once("error", failed);
    deno.once("exit", (code) => failed(new Error(`Deno ended (${code}): ${said}`)));
  });
  return { url, stop: () => void deno.kill("SIGKILL") };
}
