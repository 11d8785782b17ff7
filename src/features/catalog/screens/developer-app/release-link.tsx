import { useLingui } from "@lingui/react/macro";
import { Link2 } from "lucide-react";
import type { Release } from "#sync/schema/releases.ts";
import { linkKind, webAddress } from "../../build-links.ts";
import { linkLabel } from "../../labels.ts";

export function ReleaseLink({ release }: { release: Release }) {
  const { t } = useLingui();
  const url = webAddress(release.link_url);
  if (!url) return null;
  return (
    <p className="flex min-w-0 items-start gap-2 text-sm">
      <Link2 aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="min-w-0">
        <span className="font-medium">{t(linkLabel[linkKind(url)])}</span>
        <a
          href={url.href}
          target="_blank"
          rel="noopener noreferrer"
          className="tap block break-all text-accent underline underline-offset-4"
        >
          {url.href}
        </a>
      </span>
    </p>
  );
}
