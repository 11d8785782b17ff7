// Runs while the app is built, never in a browser: draws a page for those who come for the first
// time, who would otherwise look at nothing until all scripts are there (build/prerender.ts).
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { createMemoryHistory, RouterContextProvider } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { App } from "./app.tsx";
import { needTexts } from "./i18n/i18n.ts";
import { DEFAULT_LOCALE } from "./lib/constants.ts";
import { createAppRouter } from "./router.ts";
import { CatalogSkeleton } from "./shell/catalog-skeleton.tsx";
import { Waiting } from "./ui/spinner.tsx";

async function routerAt(path: string) {
  await needTexts("start");
  i18n.activate(DEFAULT_LOCALE);
  return createAppRouter({
    history: createMemoryHistory({ initialEntries: [path] }),
    origin: "http://localhost",
    scrollRestoration: false,
  });
}

export async function draw(path: string): Promise<string> {
  const router = await routerAt(path);
  await router.load();
  return renderToString(<App router={router} />);
}

/**
 * A page that shows what is on the device, without that: its frame, its title, and places for the
 * rest.
 */
export async function drawSketch(path: string): Promise<string> {
  const router = await routerAt(path);
  return renderToString(
    <I18nProvider i18n={i18n}>
      <RouterContextProvider router={router}>
        <CatalogSkeleton />
      </RouterContextProvider>
    </I18nProvider>,
  );
}

/** What stands on every other page until its scripts are there. */
export const drawWaiting = () => renderToString(<Waiting />);
