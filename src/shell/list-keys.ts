// `j` and `k` lead through the rows of the page's lists and tables, as in a mail program. Enter
// opens a row, which it does on every link. A screen with keys of its own comes first.
import { useLingui } from "@lingui/react/macro";
import { useShortcuts } from "../ui/shortcuts.ts";

/** A row is opened with its first link or button. */
const opens = "a[href],button:not(:disabled)";

function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll("main [data-row]")].filter((row) => row.querySelector(opens));
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1);
  rows[next]?.querySelector<HTMLElement>(opens)?.focus();
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
