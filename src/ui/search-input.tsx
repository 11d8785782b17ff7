// A search field. `/` focuses it from anywhere on the page, Escape clears it.
import { useLingui } from "@lingui/react/macro";
import { Search, X } from "lucide-react";
import { useRef } from "react";
import { cx } from "./cx.ts";
import { controlClass } from "./inputs.tsx";
import { Kbd } from "./kbd.tsx";
import { useShortcuts } from "./shortcuts.ts";

interface SearchInputProps {
  value: string;
  onChange: (value: string) => void;
  label: string;
  placeholder?: string;
  className?: string;
}

export function SearchInput({ value, onChange, label, placeholder, className }: SearchInputProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: "/", label, run: () => input.current?.focus() }], { at: input });
  return (
    <search className={cx("relative block h-fit min-w-0", className)}>
      <Search aria-hidden className="pointer-events-none absolute start-3 top-1/2 size-5 -translate-y-1/2 text-muted" />
      <input
        ref={input}
        type="search"
        dir="auto"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder ?? label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && value !== "") onChange("");
        }}
        className={cx(controlClass, "peer px-11 [&::-webkit-search-cancel-button]:hidden")}
      />
      {value === "" ? (
        <span
          aria-hidden
          className="pointer-events-none absolute end-3 top-1/2 hidden -translate-y-1/2 peer-focus:hidden md:block"
        >
          <Kbd>/</Kbd>
        </span>
      ) : (
        <button
          type="button"
          aria-label={t`Clear search`}
          onClick={() => {
            onChange("");
            input.current?.focus();
          }}
          className="absolute end-0 top-0 grid aspect-square h-full place-items-center text-muted hover:text-text"
        >
          <X aria-hidden className="size-5" />
        </button>
      )}
    </search>
  );
}
