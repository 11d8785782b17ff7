// Bundles the code of a device into one file, because lazy parts would load in real time instead of
// virtual time.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import { faultInjection } from "../injected-faults.ts";

export type DeviceCode = typeof import("../../../sync/index.ts");

const root = fileURLToPath(new URL("../../../", import.meta.url));
let file: Promise<string> | undefined;
let copies = 0;

async function bundle(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "betaflock-replay-"));
  await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins: [faultInjection(process.env.SIMULATION_FAULT)],
    resolve: { dedupe: ["dexie"] },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      target: "es2022",
      minify: false,
      rolldownOptions: {
        input: `${root}sync/index.ts`,
        output: { entryFileNames: "device.mjs", codeSplitting: false },
      },
    },
  });
  return join(folder, "device.mjs");
}

/** Loads a separate copy for each device, because RxDB opens 13 collections per copy. */
export async function loadDeviceCode(): Promise<DeviceCode> {
  file ??= bundle();
  copies += 1;
  return (await import(/* @vite-ignore */ `${pathToFileURL(await file).href}?copy=${copies}`)) as DeviceCode;
}
