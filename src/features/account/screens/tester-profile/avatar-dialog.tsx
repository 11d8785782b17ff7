// Crops a picture to an avatar by drag, pinch or slider. Re-encodes it small and square, which
// removes metadata.
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useState } from "react";
import type { Area } from "react-easy-crop";
import { squareOf } from "#state/image-processing.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import "react-easy-crop/react-easy-crop.css";

const Cropper = lazy(() => import("react-easy-crop"));

interface AvatarDialogProps {
  file: File;
  onClose: () => void;
  onDone: (picture: Blob) => void;
}

export function AvatarDialog({ file, onClose, onDone }: AvatarDialogProps) {
  const { t } = useLingui();
  const [url, setUrl] = useState<string>();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const use = async () => {
    if (!area) return;
    const picture = await squareOf(file, area);
    if (picture) onDone(picture);
    else setBroken(true);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Change Avatar</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" disabled={!area || broken} onClick={() => void use()}>
            <Trans>Use this picture</Trans>
          </Button>
        </>
      }
    >
      {broken ? (
        <Notice tone="danger" live>
          <Trans>This picture could not be read.</Trans>
        </Notice>
      ) : (
        <div className="flex flex-col gap-4">
          <div className="relative h-72 overflow-hidden rounded-md bg-sunken">
            <Suspense fallback={<Spinner />}>
              {url && (
                <Cropper
                  image={url}
                  crop={crop}
                  zoom={zoom}
                  aspect={1}
                  cropShape="round"
                  showGrid={false}
                  disableAutomaticStylesInjection
                  onCropChange={setCrop}
                  onZoomChange={setZoom}
                  onCropComplete={(_, pixels) => setArea(pixels)}
                  mediaProps={{ onError: () => setBroken(true) }}
                />
              )}
            </Suspense>
          </div>
          <label className="flex items-center gap-3 text-sm">
            <span className="font-semibold">
              <Trans>Zoom</Trans>
            </span>
            <input
              type="range"
              min={1}
              max={4}
              step={0.05}
              value={zoom}
              onChange={(event) => setZoom(Number(event.target.value))}
              className="h-11 flex-1 accent-accent"
            />
          </label>
          <p className="text-muted text-sm">{t`Drag the picture or use the arrow keys until it fits.`}</p>
        </div>
      )}
    </Dialog>
  );
}
