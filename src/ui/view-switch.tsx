import { useLingui } from "@lingui/react/macro";
import type { LucideIcon } from "lucide-react";
import { IconButton } from "./button.tsx";
import { cx } from "./cx.ts";

interface ViewSwitchProps<T extends string | undefined> {
  views: readonly { value: T; label: string; icon: LucideIcon }[];
  value: T;
  onChange: (value: T) => void;
  className?: string;
}

export function ViewSwitch<T extends string | undefined>({ views, value, onChange, className }: ViewSwitchProps<T>) {
  const { t } = useLingui();
  return (
    <fieldset className={cx("flex shrink-0 gap-1", className)}>
      <legend className="sr-only">{t`View`}</legend>
      {views.map((view) => (
        <IconButton
          key={view.label}
          icon={view.icon}
          label={view.label}
          aria-pressed={view.value === value}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
          onClick={() => onChange(view.value)}
        />
      ))}
    </fieldset>
  );
}
