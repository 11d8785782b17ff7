import type { ReactNode } from "react";
import { brandingAddress, useSite } from "#state/site-settings.ts";
import { cx } from "#ui/cx.ts";
import { Picture } from "#ui/picture.tsx";

export function Mark({ className = "size-8" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g className="fill-on-accent">
        <path d="M5.5 14.6C8.7 9.2 13.2 8.6 16 13.6c2.8-5 7.3-4.4 10.5 1-3.7-2.6-7.3-2-10.5 3.6-3.2-5.6-6.8-6.2-10.5-3.6Z" />
        <path
          d="M5 23.8c1.7-2.9 4.1-3.2 5.6-.5 1.5-2.7 3.9-2.4 5.6.5-2-1.4-3.9-1.1-5.6 1.9-1.7-3-3.6-3.3-5.6-1.9Z"
          opacity=".8"
        />
        <path
          d="M18.2 25.6c1.3-2.2 3.1-2.4 4.3-.4 1.2-2 3-1.8 4.3.4-1.5-1.1-3-.8-4.3 1.4-1.3-2.2-2.8-2.5-4.3-1.4Z"
          opacity=".6"
        />
      </g>
    </svg>
  );
}

export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cx("inline-flex items-center gap-2.5 font-semibold text-lg tracking-tight", className)}>
      <OwnLogo>
        <span className="inline-flex h-10 items-center">
          <Mark />
        </span>
        <span>Betaflock</span>
      </OwnLogo>
    </span>
  );
}

/** The admins' logo, if set and loadable. */
export function OwnLogo({ children }: { children: ReactNode }) {
  const { logo } = useSite();
  return (
    <Picture
      src={logo === "" ? undefined : brandingAddress(logo)}
      alt="Betaflock"
      instead={children}
      className="max-h-10 min-w-0 max-w-[min(200px,100%)] object-contain"
    />
  );
}
