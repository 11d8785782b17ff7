// Evidence that a task demands besides its answers: time, the build's launch code, a photo.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { PhotoField } from "#features/reports/widgets/photo-field.tsx";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { useMutation } from "#state/store.ts";
import { photoAdd, photoRemove } from "#sync/mutations/tasks.ts";
import { type Task, taskLimits } from "#sync/schema/tasks.ts";
import { resultKey } from "#sync/tasks/outcome.ts";
import { Field } from "#ui/field.tsx";
import { TextInput } from "#ui/inputs.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import { useTextDraft } from "#ui/use-text-draft.ts";
import type { TaskWork } from "./task-work.ts";

export function Evidence({ work }: { work: TaskWork }) {
  const { minutes, code, photo } = work.task.evidence;
  return (
    <>
      {minutes > 0 && <MinutesField work={work} />}
      {code && <CodeField key={work.draftOf("code")} work={work} />}
      {photo && <PhotosField work={work} />}
    </>
  );
}

function MinutesField({ work: { task, result, readOnly, save } }: { work: TaskWork }) {
  const least = task.evidence.minutes;
  const left = least - (result?.minutes ?? 0);
  return (
    <Field
      label={<Trans>Minutes you worked on this</Trans>}
      help={
        <>
          <Plural value={least} one="At least # minute." other="At least # minutes." />{" "}
          {left > 0 && left < least && <Plural value={left} one="# minute left." other="# minutes left." />}
        </>
      }
      className="max-w-xs"
    >
      <NumberInput
        value={result && result.minutes > 0 ? result.minutes : null}
        readOnly={readOnly}
        onChange={(value) => {
          if (value === null || (Number.isInteger(value) && value >= 0)) void save(() => ({ minutes: value ?? 0 }));
        }}
      />
    </Field>
  );
}

/** Saved when the field is left: the server compares each saved code, and only five a day. */
function CodeField({ work: { task, application, result, readOnly, save, draftOf } }: { work: TaskWork }) {
  const { t } = useLingui();
  const draft = useTextDraft(draftOf("code"));
  const [typed, setTyped] = useState(draft.text === "" ? null : draft.text);
  const stored = result?.code ?? "";
  const check = application.code_checks[resultKey(task, application.release_id)];
  const isSent = application.sync_xid !== "" && check !== undefined;
  const keep = async () => {
    if (typed === null) return;
    const isNew = typed.trim() !== stored || check !== "matched";
    if (isNew && !(await save(() => ({ code: typed.trim() })))) return;
    draft.forget();
    setTyped(null);
  };
  return (
    <form
      className="flex max-w-xs flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      <Field label={<Trans>Launch code</Trans>} help={<Trans>The app shows it when it starts.</Trans>}>
        <TextInput
          value={typed ?? stored}
          maxLength={taskLimits.code}
          readOnly={readOnly}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={({ target }) => {
            setTyped(target.value);
            draft.change(target.value);
          }}
          onBlur={() => void keep()}
        />
      </Field>
      <p role="status" className="min-h-5 text-muted text-sm">
        {typed === null &&
          stored !== "" &&
          (isSent ? t(codeText[check]) : <Trans>It is compared with the build's code once it is sent.</Trans>)}
      </p>
    </form>
  );
}

function PhotosField({ work: { task, application, result, readOnly, isPreview = false } }: { work: TaskWork }) {
  const add = useMutation(photoAdd);
  const remove = useMutationToast(photoRemove);
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="font-medium text-sm">
        <Trans>Photo</Trans>
      </legend>
      {isPreview ? (
        <p className="text-muted text-sm">
          <Trans>Testers add photos here.</Trans>
        </p>
      ) : (
        <PhotoField
          {...{ application, readOnly }}
          photos={result?.photos ?? []}
          onAdd={(id, file) => add(id, task, file)}
          onRemove={(photo) => void remove(application.id, task, photo)}
        />
      )}
    </fieldset>
  );
}

const codeText = {
  matched: msg`This is the build's code.`,
  differs: msg`This is not the build's code. Look at it again.`,
  unknown: msg`The developer has not stored this build's code. It is compared when they do.`,
  too_many: msg`Not compared: too many different codes today. Type it again tomorrow.`,
} as const satisfies Record<string, MessageDescriptor>;

export const evidenceName: { readonly [E in keyof Task["evidence"]]: MessageDescriptor } = {
  minutes: msg`the minimum time`,
  code: msg`the launch code`,
  photo: msg`a photo`,
};
