import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Camera, ImagePlus } from "lucide-react";
import { useRef } from "react";
import type { Application } from "#sync/schema/applications.ts";
import type { Attachment } from "#sync/schema/feedback.ts";
import { taskLimits } from "#sync/schema/tasks.ts";
import { Button } from "#ui/button.tsx";
import { HiddenFileInput } from "#ui/hidden-file-input.tsx";
import { type Attach, useAttachTo, useFilesBeingAdded } from "../use-attach.ts";
import { Photos } from "./photos.tsx";

interface PhotoFieldProps {
  application: Application;
  photos: readonly Attachment[];
  readOnly: boolean;
  onAdd: Attach;
  onRemove: (photo: Attachment) => void;
}

/** Photos are stored on the device with the answer, and sent later. */
export function PhotoField({ application, photos, readOnly, onAdd, onRemove }: PhotoFieldProps) {
  const { t } = useLingui();
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const most = taskLimits.photos;
  const attach = useAttachTo(
    onAdd,
    t`${plural(most, { one: "You can add # photo.", other: "You can add up to # photos." })}`,
  );
  const adding = useFilesBeingAdded(application.id) > 0;
  const full = photos.length >= most;
  const take = (file: File) => void attach(application.id, [file]);
  return (
    <>
      <Photos {...{ application, photos }} sentAt={null} own {...(readOnly ? {} : { onRemove })} />
      {!readOnly && (
        <div className="flex flex-wrap gap-2">
          <Button icon={Camera} disabled={full} onClick={() => camera.current?.click()} className="pointer-fine:hidden">
            <Trans>Take a photo</Trans>
          </Button>
          <Button icon={ImagePlus} pending={adding} disabled={full} onClick={() => files.current?.click()}>
            <Trans>Add a photo</Trans>
          </Button>
        </div>
      )}
      <HiddenFileInput ref={camera} accept="image/*" capture label={t`Take a photo`} onFile={take} />
      <HiddenFileInput ref={files} accept="image/*" label={t`Add a photo`} onFile={take} />
    </>
  );
}
