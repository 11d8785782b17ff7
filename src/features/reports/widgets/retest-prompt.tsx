// Asks a tester whether a build fixes a report. Each answer is saved at once, also offline, and can
// be changed until the developer names another build.
import { Trans, useLingui } from "@lingui/react/macro";
import { Check, type LucideIcon, MessageCircleQuestion, X } from "lucide-react";
import { useId } from "react";
import { useMutation } from "#state/store.ts";
import { retestPhotoAdd, retestPhotoRemove, retestSave } from "#sync/mutations/tasks.ts";
import type { Application } from "#sync/schema/applications.ts";
import { type RetestMark, retestMarks, taskLimits } from "#sync/schema/tasks.ts";
import { MarkButtons } from "#ui/mark-buttons.tsx";
import { SavedText } from "#ui/saved-text.tsx";
import { retestLabel, retestTone } from "../../common/report-labels.ts";
import { useMutationToast } from "../../sync/use-mutation-toast.ts";
import { answerTo, type Fix } from "../retests.ts";
import { PhotoField } from "./photo-field.tsx";

const icons: { readonly [M in RetestMark]: LucideIcon } = {
  fixed: Check,
  still_there: X,
  unclear: MessageCircleQuestion,
};

interface RetestPromptProps {
  application: Application;
  fix: Fix;
  version: string;
}

export function RetestPrompt({ application, fix, version }: RetestPromptProps) {
  const { t } = useLingui();
  const questionId = useId();
  const write = useMutationToast(retestSave);
  const addPhoto = useMutation(retestPhotoAdd);
  const removePhoto = useMutationToast(retestPhotoRemove);
  const given = answerTo(application, fix);
  const save = async (mark: RetestMark, note: string) => {
    const answer = { mark, release_id: fix.releaseId, ...(note.trim() === "" ? {} : { note }) };
    const done = await write(application.id, fix.reportId, answer);
    return done.ok;
  };
  const draft = `retest:${application.id}:${fix.reportId}:${fix.releaseId}`;
  return (
    <div role="group" aria-labelledby={questionId} className="flex flex-col gap-3 text-text">
      <div className="flex flex-col gap-1">
        <p id={questionId} className="font-semibold">
          <Trans>Is it fixed in build {version}?</Trans>
        </p>
        <p className="wrap-anywhere text-sm">{fix.title}</p>
        <p className="text-muted text-sm">
          <Trans>Try it again in that build. If you can't install it, choose “Can't tell” and say why.</Trans>
        </p>
      </div>
      <MarkButtons
        label={t`Your answer`}
        marks={retestMarks.map((mark) => ({
          ...{ value: mark, label: t(retestLabel[mark]), icon: icons[mark], tone: retestTone[mark] },
        }))}
        value={given?.mark}
        onMark={(mark) => void save(mark, given?.note ?? "")}
      />
      {given && (
        <>
          <SavedText
            key={draft}
            name={draft}
            label={t`What did you see?`}
            optional
            stored={given.note ?? ""}
            maxLength={taskLimits.note}
            readOnly={false}
            onSave={(note) => save(given.mark, note)}
          />
          <PhotoField
            application={application}
            photos={given.photos ?? []}
            readOnly={false}
            onAdd={(id, file) => addPhoto(id, fix, file)}
            onRemove={(photo) => void removePhoto(application.id, fix, photo)}
          />
          <p role="status" className="text-muted text-sm">
            <Trans>Saved. You can change it until the developer names another build.</Trans>
          </p>
        </>
      )}
    </div>
  );
}
