// Runs while the app is built, never in a browser: draws a page for those who come for the first time, who would otherwise look at nothing until
// all scripts are there (build/prerender.ts).
import { i18n } from "@lingui/core";
import { createMemoryHistory } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { App } from "./app.tsx";
import { Waiting } from "./components/spinner.tsx";
import { DEFAULT_LOCALE } from "./constants.ts";
import { needTexts } from "./i18n/i18n.ts";
import { createAppRouter } from "./router.ts";

export async function draw(path: string): Promise<string> {
  await needTexts("start");
  i18n.activate(DEFAULT_LOCALE);
  const router = createAppRouter({
    history: createMemoryHistory({ initialEntries: [path] }),
    origin: "http://localhost",
    scrollRestoration: false,
    defaultViewTransition: false,
  });
  await router.load();
  return renderToString(<App router={router} />);
}

/** What stands on every other page until its scripts are there. */
export const drawWaiting = () => renderToString(<Waiting />);
