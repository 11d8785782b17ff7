// Prerenders public pages in English as files beside `app.html`. `public/theme.js` hides them from
// visitors who get another page; `src/main.tsx` hydrates them.
import { execFileSync } from "node:child_process";
import { build, type Plugin, type PluginOption, type Rolldown } from "vite";
import { root } from "./graph.ts";
import { pages } from "./pages.ts";
import { partOf, routes } from "./parts.ts";

/** @returns the HTML of each page, and the initial content of all others */
async function draw(plugins: PluginOption[]): Promise<{ waiting: string; pages: string[] }> {
  const built = await build({
    configFile: false,
    root,
    logLevel: "error",
    plugins,
    resolve: { dedupe: ["dexie", "react", "react-dom"] },
    // Compiled for the browser, or hydration would not match.
    ssr: { target: "webworker", noExternal: true },
    define: { self: "globalThis" },
    build: {
      ssr: "src/prerender.tsx",
      write: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  if (!("output" in built)) throw new Error("Vite did not build one output");
  const answer = execFileSync(process.execPath, ["--input-type=module", "-", ...pages.map(({ path }) => path)], {
    input: built.output[0].code,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production" },
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(answer);
}

/** @returns the files of modules and of their imports */
function filesOf(modules: readonly string[], bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== "chunk" || files.has(file)) return;
    files.add(file);
    chunk.imports.forEach(add);
  };
  for (const chunk of Object.values(bundle))
    if (chunk.type === "chunk" && modules.some((id) => chunk.moduleIds.includes(id))) add(chunk.fileName);
  return files;
}

/** Replaces each placeholder, which must occur exactly once. */
function fill(template: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((text, [placeholder, value]) => {
    const [before, after, ...more] = text.split(placeholder);
    if (after === undefined || more.length > 0) throw new Error(`index.html needs exactly one ${placeholder}`);
    return `${before}${value}${after}`;
  }, template);
}

const preload = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`;
const script = (file: string) => `<script type="module" crossorigin src="/${file}"></script>`;
/** Styles and fonts load first, for slow connections. */
const later = (tag: string) => tag.replace(" crossorigin", ' crossorigin fetchpriority="low"');

/** @param plugins compile the app's modules */
export function prerender(plugins: () => PluginOption[]): Plugin {
  return {
    name: "betaflock:prerender",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const index = bundle["index.html"];
        if (index?.type !== "asset") return;
        const built = String(index.source);
        const tags = Object.keys(bundle).flatMap((file) =>
          [script(file), preload(file)].filter((tag) => built.includes(tag)),
        );
        const page = fill(built, Object.fromEntries(tags.map((tag) => [tag, ""])));
        if (page.includes('"module')) this.error("index.html has an unknown tag of a module");
        const ofApp = tags.map(later).join("");
        const drawn = await draw(plugins());
        const app = { '<div id="root">': `<div id="root">${drawn.waiting}`, "</head>": `${ofApp}</head>` };
        this.emitFile({ type: "asset", fileName: "app.html", source: fill(page, app) });
        for (const [at, { path, routes: names, title, description, isSketch, isFilledByServer }] of pages.entries()) {
          const html = drawn.pages[at] ?? "";
          // React's marker of a suspended or failed boundary: visitors would see a spinner.
          if (html.includes("<!--$!-->")) this.error(`${path} could not be drawn whole`);
          if (html.includes(' style="')) this.error(`${path} has a style attribute, which its policy rejects`);
          const files = names.map((name) => `${routes}${name}.tsx`);
          const screens = files.flatMap(
            (id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? this.error(`No ${id}`),
          );
          const texts = ["start", ...files.flatMap((id) => partOf(id) ?? [])].map(
            (part) => `\0virtual:texts/en/${part}`,
          );
          const preloads = [...filesOf([...screens, ...texts], bundle)].filter((file) => !built.includes(file));
          const source = fill(page, {
            '<html lang="en">': `<html lang="en" data-drawn="${isFilledByServer ? "no" : path}"${isSketch ? " data-sketch" : ""}>`,
            "<title>Betaflock</title>": `<title>${title}</title>`,
            [`content="${pages[0]?.description}"`]: `content="${description}"`,
            // `public/recover.js` takes them out of the template after the first paint.
            "</head>": `<template id="app-files">${ofApp}${preloads.map(preload).map(later).join("")}</template></head>`,
            // `src/main.tsx` enables the controls: input before it starts would be lost, and Enter
            // would submit it into the URL.
            '<div id="root">': `<div id="root"><fieldset disabled role="none" class="contents">${html}</fieldset>`,
          });
          if (path === "/") index.source = source;
          else this.emitFile({ type: "asset", fileName: `${path.slice(1)}.html`, source });
        }
      },
    },
  };
}
