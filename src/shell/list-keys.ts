// `j` and `k` move through the rows of lists and tables; Enter opens a row like any link. A
// screen's own shortcuts win.
import { useLingui } from "@lingui/react/macro";
import { useShortcuts } from "../ui/shortcuts.ts";

/**
 * The element of a row to focus: its marked or first internal link, or the card itself. Never a
 * button, because Enter would press it.
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
      { keys: "j", label: t`Next row of a list`, run: () => step(1), repeats: true },
      { keys: "k", label: t`Previous row of a list`, run: () => step(-1), repeats: true },
    ],
    { everywhere: true },
  );
}
