import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Camera, ImagePlus } from "lucide-react";
import { useRef } from "react";
import { useAttachTo, useFilesBeingAdded } from "#features/reports/use-attach.ts";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { useMutation } from "#state/store.ts";
import { photoAdd, photoRemove } from "#sync/mutations/tasks.ts";
import { taskLimits } from "#sync/schema/tasks.ts";
import { Button } from "#ui/button.tsx";
import { HiddenFileInput } from "#ui/hidden-file-input.tsx";
import { Photos } from "../../widgets/photos.tsx";
import type { TaskWork } from "./task-work.ts";

/** Photos are stored on the device with the answer, and sent later. */
export function PhotoField({ work: { task, application, result, readOnly, isPreview = false } }: { work: TaskWork }) {
  const { t } = useLingui();
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const add = useMutation(photoAdd);
  const remove = useMutationToast(photoRemove);
  const most = taskLimits.photos;
  const attach = useAttachTo(
    (id, file) => add(id, task, file),
    t`${plural(most, { one: "You can add # photo to a task.", other: "You can add up to # photos to a task." })}`,
  );
  const adding = useFilesBeingAdded(application.id) > 0;
  const photos = result?.photos ?? [];
  const full = photos.length >= most;
  const take = (file: File) => void attach(application.id, [file]);
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="font-medium text-sm">
        <Trans>Photo</Trans>
      </legend>
      <Photos
        {...{ application, photos }}
        own
        {...(readOnly ? {} : { onRemove: (photo) => void remove(application.id, task, photo) })}
      />
      {isPreview && (
        <p className="text-muted text-sm">
          <Trans>Testers add photos here.</Trans>
        </p>
      )}
      {!readOnly && !isPreview && (
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
    </fieldset>
  );
}
