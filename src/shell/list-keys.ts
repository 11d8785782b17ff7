// `j` and `k` lead through the rows of the page's lists and tables, as in a mail program. Enter
// opens a row, which it does on every link. A screen with keys of its own comes first.
import { useLingui } from "@lingui/react/macro";
import { useShortcuts } from "../ui/shortcuts.ts";

/**
 * Where the keys stop in a row: at what opens it, which says so or else is the first link within
 * the app; or at its card, if it shows everything already. Never at a button that decides
 * something: Enter would press it.
 */
const stopIn = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>("[data-opens]") ??
  row.querySelector<HTMLElement>('a[href^="/"]') ??
  row.querySelector<HTMLElement>("article[tabindex]");

function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll("main [data-row]")].filter((row) => stopIn(row) !== null);
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1);
  const row = rows[next];
  if (row) stopIn(row)?.focus();
}

export function useListKeys(): void {
  const { t } = useLingui();
  useShortcuts(
    [
      { keys: "j", label: t`Next row of a list`, run: () => step(1) },
      { keys: "k", label: t`Previous row of a list`, run: () => step(-1) },
    ],
    { everywhere: true },
  );
}
