import { readdirSync, readFileSync } from "node:fs";
import { minifySync, type Plugin } from "vite";
import { root } from "./graph.ts";

const folder = `${root}public/`;

export const publicScripts = (): Plugin => ({
  name: "betaflock:public-scripts",
  apply: "build",
  generateBundle() {
    // Vite has copied the originals by now: overwrite them.
    for (const name of readdirSync(folder).filter((each) => each.endsWith(".js"))) {
      const { code, errors } = minifySync(name, readFileSync(folder + name, "utf8"));
      if (errors.length > 0) this.error(`public/${name} could not be minified`);
      this.emitFile({ type: "asset", fileName: name, source: code });
    }
  },
});
