import { useLingui } from "@lingui/react/macro";
import { useSetAtom } from "jotai";
import { Search } from "lucide-react";
import { keyName, searchAtom } from "../ui/shortcuts.ts";

export function SearchButton() {
  const { t } = useLingui();
  const open = useSetAtom(searchAtom);
  const label = t`Search or jump to…`;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      title={label}
      onClick={() => open(true)}
      className="tap inline-flex items-center gap-2 rounded-md text-muted text-sm hover:bg-sunken hover:text-text max-md:aspect-square max-md:justify-center md:w-72 md:min-w-0 md:border md:border-line md:bg-surface md:px-3"
    >
      <Search aria-hidden className="size-5 shrink-0" />
      <span className="truncate max-md:sr-only">{label}</span>
      <span aria-hidden className="ms-auto whitespace-nowrap text-xs max-md:hidden">
        {keyName("Mod+k")}
      </span>
    </button>
  );
}
