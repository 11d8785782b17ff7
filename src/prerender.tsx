// Renders pages at build time (`build/prerender.ts`).
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { createMemoryHistory, RouterContextProvider } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { App } from "./app.tsx";
import { defaultLanguage, needTexts } from "./i18n/i18n.ts";
import { createAppRouter } from "./router.ts";
import { CatalogSkeleton } from "./shell/catalog-skeleton.tsx";
import { Waiting } from "./ui/spinner.tsx";

async function routerAt(address: string) {
  await needTexts("start");
  i18n.activate(defaultLanguage);
  return createAppRouter({
    history: createMemoryHistory({ initialEntries: [address] }),
    origin: "http://localhost",
    scrollRestoration: false,
  });
}

export async function draw(address: string): Promise<string> {
  const router = await routerAt(address);
  await router.load();
  return renderToString(<App router={router} />);
}

/** The skeleton of a page with local data: layout, title, placeholders. */
export async function drawSkeleton(address: string): Promise<string> {
  const router = await routerAt(address);
  return renderToString(
    <I18nProvider i18n={i18n}>
      <RouterContextProvider router={router}>
        <CatalogSkeleton />
      </RouterContextProvider>
    </I18nProvider>,
  );
}

/** The initial content of all other pages. */
export const drawWaiting = () => renderToString(<Waiting />);
