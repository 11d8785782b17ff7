import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { CopyButton } from "#ui/copy-button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { BuildPlatform } from "../build-action.ts";
import { otherDeviceLabel } from "../labels.ts";

const QrCode = lazy(() => import("#ui/qr-code.tsx").then((m) => ({ default: m.QrCode })));

interface OtherDeviceProps {
  url: string;
  runsOn: BuildPlatform;
}

export function OtherDevice({ url, runsOn }: OtherDeviceProps) {
  const { t } = useLingui();
  const text = t(otherDeviceLabel[runsOn]);
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Suspense fallback={<Skeleton className="size-44" />}>
        <QrCode text={url} label={t`QR code: ${text}`} className="size-44 shrink-0 rounded-md border border-line" />
      </Suspense>
      <div className="flex min-w-48 flex-1 flex-col gap-2">
        <p className="font-semibold">{text}</p>
        <p className="text-muted text-sm">
          <Trans>Scan the code with its camera, or type the address there:</Trans>
        </p>
        <p className="break-all text-sm">{url}</p>
        <div>
          <CopyButton text={url} copied={t`Address copied`} />
        </div>
      </div>
    </div>
  );
}
