// Dialogs of the layout. They load on demand with their texts (a separate part, `build/parts.ts`).
// The service worker caches them.
import { type ComponentType, lazy } from "react";
import { needTexts } from "../i18n/i18n.ts";

async function withTexts<P>(code: Promise<ComponentType<P>>): Promise<{ default: ComponentType<P> }> {
  const [component] = await Promise.all([code, needTexts("panels")]);
  return { default: component };
}

export const SearchDialog = lazy(() => withTexts(import("./search/search-dialog.tsx").then((one) => one.SearchDialog)));
export const ShortcutsDialog = lazy(() =>
  withTexts(import("./shortcuts-dialog.tsx").then((one) => one.ShortcutsDialog)),
);
export const SyncPanel = lazy(() => withTexts(import("./sync-panel.tsx").then((one) => one.SyncPanel)));
