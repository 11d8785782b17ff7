import { useLingui } from "@lingui/react/macro";
import { Monitor, Moon, Sun } from "lucide-react";
import { type Theme, useTheme } from "#state/ui.ts";
import { cx } from "#ui/cx.ts";

export function ThemeSwitch() {
  const { t } = useLingui();
  const [theme, setTheme] = useTheme();
  const options: readonly { value: Theme; label: string; icon: typeof Sun }[] = [
    { value: "system", label: t`System`, icon: Monitor },
    { value: "light", label: t`Light`, icon: Sun },
    { value: "dark", label: t`Dark`, icon: Moon },
  ];
  return (
    <div role="radiogroup" aria-label={t`Theme`} className="inline-flex rounded-md border border-line-strong p-0.5">
      {options.map(({ value, label, icon: Icon }) => (
        <label
          key={value}
          title={label}
          className={cx(
            "grid size-10 place-items-center rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-accent md:size-8",
            theme === value ? "bg-sunken text-text" : "text-muted hover:text-text",
          )}
        >
          <input
            type="radio"
            name="theme"
            value={value}
            checked={theme === value}
            onChange={() => setTheme(value)}
            className="sr-only"
          />
          <Icon aria-hidden className="size-5" />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </div>
  );
}
