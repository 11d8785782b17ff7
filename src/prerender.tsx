// Renders pages at build time (`build/prerender.ts`).
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { createMemoryHistory, RouterContextProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { App } from "./app.tsx";
import { defaultLanguage, needTexts } from "./i18n/i18n.ts";
import { createAppRouter } from "./router.ts";
import { CatalogSkeleton } from "./shell/catalog-skeleton.tsx";
import { TestSketch } from "./shell/test-sketch.tsx";
import { Waiting } from "./ui/spinner.tsx";

/** Pages whose content is on the server. */
const sketches: Readonly<Record<string, () => ReactNode>> = { "/apps": CatalogSkeleton, "/test": TestSketch };

async function draw(path: string): Promise<string> {
  const router = createAppRouter({
    // The login page includes the notice after a redirect (`base.css`).
    history: createMemoryHistory({ initialEntries: [path === "/login" ? "/login?redirect=%2F" : path] }),
    origin: "http://localhost",
    scrollRestoration: false,
  });
  const Sketch = sketches[path];
  if (Sketch)
    return renderToString(
      <I18nProvider i18n={i18n}>
        <RouterContextProvider router={router}>
          <Sketch />
        </RouterContextProvider>
      </I18nProvider>,
    );
  await router.load();
  return renderToString(<App router={router} />);
}

async function drawAll(paths: readonly string[]) {
  i18n.on("missing", ({ id }) => {
    throw new Error(`No text ${id}`);
  });
  await Promise.all([needTexts("start"), needTexts("store")]);
  i18n.activate(defaultLanguage);
  const pages: string[] = [];
  for (const path of paths) pages.push(await draw(path));
  /** The initial content of all other pages. */
  const waiting = renderToString(<Waiting />);
  // Open handles would keep the process running.
  process.stdout.write(JSON.stringify({ waiting, pages }), () => process.exit(0));
}

void drawAll(process.argv.slice(2));
