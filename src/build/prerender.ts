// Prerenders public pages in English as files beside `app.html`. `public/theme.js` hides them from
// visitors who get another page; `src/main.tsx` hydrates them.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin, type PluginOption, type Rolldown } from "vite";
import { root } from "./graph.ts";

interface PageHead {
  /**
   * Document title until the screen sets the translated one (`tests/e2e/shell/front-page.test.ts`).
   */
  title: string;
  description: string;
}
interface Page extends PageHead {
  path: string;
  file: string;
  /** Modules of the page and its texts, preloaded in parallel with the app's. */
  modules: readonly string[];
  /** The function of `prerender.tsx` that renders it, and its path. */
  drawn: readonly ["draw" | "drawSkeleton", string];
  /** The app replaces the page instead of hydrating it. */
  sketch: boolean;
}
const modulesOf = (screen: string, parts: readonly string[]) => [
  `${root}src/features/${screen}.tsx`,
  ...parts.map((part) => `\0virtual:texts/en/${part}`),
];
const page = (path: string, file: string, screen: string, parts: readonly string[], head: PageHead): Page => ({
  path,
  file,
  ...head,
  modules: modulesOf(screen, parts),
  drawn: ["draw", path],
  sketch: false,
});
/** A sketch, because the restored field values are unknown at build time. */
const form = (of: Page, address = of.path): Page => ({ ...of, drawn: ["draw", address], sketch: true });
const pages: readonly Page[] = [
  page("/", "index.html", "public/screens/landing/landing", ["start"], {
    title: "Betaflock: beta testing that works anywhere",
    description: "Beta testing that works offline: campaigns, testers, feedback and rewards.",
  }),
  page("/about", "about.html", "public/screens/about/about", ["start", "public"], {
    title: "About Betaflock · Betaflock",
    description:
      "How Betaflock brings developers and testers together: how it works in three steps, and what each side has of it.",
  }),
  page("/terms", "terms.html", "public/screens/legal/terms", ["start", "public"], {
    title: "Terms of Service · Betaflock",
    description:
      "What testers and developers agree to on Betaflock: accounts, campaigns, rewards and payouts, and what is not allowed.",
  }),
  page("/privacy", "privacy.html", "public/screens/legal/privacy", ["start", "public"], {
    title: "Privacy Policy · Betaflock",
    description:
      "What Betaflock knows about you, what it is for, who sees it, how long it is kept, and what you can ask for.",
  }),
  form(
    page("/contact", "contact.html", "public/screens/contact/contact", ["start", "public"], {
      title: "Contact · Betaflock",
      description:
        "Write to the people who run Betaflock: a question, a problem or an idea. The answer comes by email.",
    }),
  ),
  form(
    page("/register", "register.html", "account/screens/sign-in/register", ["start", "auth"], {
      title: "Create your account · Betaflock",
      description:
        "Join Betaflock for free: try apps before everybody else, report and earn, or get reports about yours.",
    }),
  ),
  form(
    page("/login", "login.html", "account/screens/sign-in/login", ["start", "auth"], {
      title: "Welcome back · Betaflock",
      description: "Log in to test apps before everybody else, or to read what testers report about yours.",
    }),
    // Includes the notice after a redirect (`base.css`).
    "/login?redirect=%2F",
  ),
  {
    path: "/apps",
    file: "apps.html",
    title: "App Store · Betaflock",
    description:
      "Beta builds that anybody may try: search them, look at what is new, download and tell what you found.",
    modules: [
      `${root}src/shell/catalog-frame.tsx`,
      ...modulesOf("catalog/screens/app-store/app-store", ["start", "storeHome"]),
    ],
    drawn: ["drawSkeleton", "/apps"],
    sketch: true,
  },
];

type Drawing = readonly [how: "draw" | "drawSkeleton" | "drawWaiting", address: string];
/**
 * Renders in a child process, because open handles would keep the build from ending.
 * @returns the HTML of each
 */
function draw(module: string, drawings: readonly Drawing[]): string[] {
  const args = ["--input-type=module", "--eval", script, pathToFileURL(module).href, JSON.stringify(drawings)];
  const env = { ...process.env, NODE_ENV: "production" };
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8", env, maxBuffer: 16 * 1024 * 1024 }));
}
const script = `const [, module, drawings] = process.argv;
  const app = await import(module);
  const all = [];
  for (const [how, address] of JSON.parse(drawings)) all.push(await app[how](address));
  process.stdout.write(JSON.stringify(all), () => process.exit(0));`;

async function drawAll(plugins: PluginOption[]): Promise<{ waiting: string; whole: (Page & { html: string })[] }> {
  const outDir = mkdtempSync(join(tmpdir(), "betaflock-drawn-"));
  try {
    await build({
      configFile: false,
      root,
      logLevel: "error",
      plugins,
      resolve: { dedupe: ["dexie", "react", "react-dom"] },
      // Compiled for the browser, or hydration would not match.
      ssr: { target: "webworker", noExternal: true },
      define: { self: "globalThis" },
      build: { ssr: "src/prerender.tsx", outDir, copyPublicDir: false, minify: false },
    });
    const drawings: Drawing[] = [["drawWaiting", ""], ...pages.map((page) => page.drawn)];
    const [waiting = "", ...drawn] = draw(join(outDir, "prerender.js"), drawings);
    return { waiting, whole: pages.map((page, at) => ({ ...page, html: drawn[at] ?? "" })) };
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

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

/** @param plugins compile the app's modules */
export function prerender(plugins: () => PluginOption[]): Plugin {
  return {
    name: "betaflock:prerender",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") return;
        // Styles and fonts first, for slow connections.
        const empty = String(page.source)
          .replaceAll('<script type="module" ', '<script type="module" fetchpriority="low" ')
          .replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ');
        const appFiles = /<(?:script type="module"|link rel="modulepreload") [^>]*>(?:<\/script>)?\s*/g;
        const ofApp = (empty.match(appFiles) ?? []).join("").replaceAll(/\s+</g, "<");
        const { waiting, whole } = await drawAll(plugins());
        const withRoot = (source: string, html: string) =>
          source.replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
        this.emitFile({ type: "asset", fileName: "app.html", source: withRoot(empty, waiting) });
        for (const { path, file, title, description, modules, sketch, html } of whole) {
          // React's marker of a suspended or failed boundary: visitors would see a spinner.
          if (html.includes("<!--$!-->")) this.error(`${path} could not be drawn whole`);
          const preloads = [...filesOf(modules, bundle)]
            .filter((name) => !empty.includes(name))
            .map((name) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${name}">`)
            .join("");
          if (html.includes(' style="')) this.error(`${path} has a style attribute, which its policy refuses`);
          // Disable controls until the app starts: input would be lost, and Enter would submit it
          // into the URL (`src/main.tsx`).
          const still = html.replaceAll(
            /<(button|input|select|textarea) (?![^>]* disabled[\s=>])/g,
            "<$1 disabled data-waits ",
          );
          // Scripts load after the first paint: `public/recover.js` takes them out of the template.
          const held = `<template id="app-files">${ofApp}${preloads}</template>`;
          const source = withRoot(empty.replaceAll(appFiles, ""), still)
            .replace('<html lang="en">', `<html lang="en" data-drawn="${path}"${sketch ? " data-sketch" : ""}>`)
            .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
            .replace(/(<meta name="description" content=")[^"]*/, (_, before: string) => before + description)
            .replace("</head>", () => `${held}</head>`);
          if (file === "index.html") page.source = source;
          else this.emitFile({ type: "asset", fileName: file, source });
        }
      },
    },
  };
}
