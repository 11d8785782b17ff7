// Imports scripts into the campaign form, from pasted text or a file, after a preview.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { FileUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type Task, taskLimits } from "#sync/schema/tasks.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { HiddenFileInput } from "#ui/hidden-file-input.tsx";
import { TextArea } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";
import { type ImportedScripts, importCsv, importText } from "../../import.ts";
import { newKey, newTask } from "../../task-form.ts";

interface ImportTasksProps {
  /** Tasks that the campaign has space for. */
  room: number;
  onImport: (tasks: Task[]) => void;
  onClose: () => void;
}

/** Larger files are no list of steps; reading one would freeze the page. */
const mostBytes = 2_000_000;
const none: ImportedScripts = { scripts: [], shortened: [], left: [] };

/** Text with a table's header row is read as a table. */
const read = async (text: string): Promise<ImportedScripts> => (await importCsv(text)) ?? importText(text);

export function ImportTasks({ room, onImport, onClose }: ImportTasksProps) {
  const { t } = useLingui();
  const file = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [found, setFound] = useState(none);
  const [error, setError] = useState<string>();
  useEffect(() => {
    let current = true;
    void read(text).then((next) => current && setFound(next));
    return () => {
      current = false;
    };
  }, [text]);

  const fromFile = async (chosen: File) => {
    setError(chosen.size > mostBytes ? t`This file is too large for a list of steps.` : undefined);
    if (chosen.size <= mostBytes) setText(await chosen.text());
  };
  const taken = found.scripts.slice(0, room);
  const submit = () => {
    if (taken.length === 0) return setError(t`No steps found. Write one per line: do => expect`);
    onImport(
      taken.map(({ title, steps }, at) => ({
        ...newTask("script"),
        title: title === "" ? t`Imported script ${at + 1}` : title,
        steps: steps.map((step) => ({ id: newKey(), ...step })),
      })),
    );
  };
  const lines = [...found.left, ...found.shortened].sort((a, b) => a - b).slice(0, 10);
  return (
    <FormDialog
      title={<Trans>Import tasks</Trans>}
      onSubmit={submit}
      submitLabel={<Plural value={taken.length} one="Add # task" other="Add # tasks" />}
      size="lg"
      onClose={onClose}
    >
      <Field
        label={t`Steps`}
        error={error}
        help={t`One step per line: do => expect. A heading starts a new script. Tables from TestRail, Xray, Zephyr, qTest, Azure DevOps or a spreadsheet work as CSV.`}
      >
        <TextArea
          rows={7}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setError(undefined);
          }}
          placeholder={t`Open the map => It shows where you are`}
        />
      </Field>
      <div>
        <Button icon={FileUp} onClick={() => file.current?.click()}>
          <Trans>Choose a file</Trans>
        </Button>
        <HiddenFileInput
          ref={file}
          label={t`File with steps`}
          accept=".csv,.tsv,.txt,.md,text/*"
          onFile={(chosen) => void fromFile(chosen)}
        />
      </div>
      {taken.length > 0 && (
        <ul className="flex flex-col gap-1 text-sm" aria-label={t`Found`}>
          {taken.slice(0, 8).map(({ title, steps }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
            <li key={at} className="flex justify-between gap-3">
              <span className="min-w-0 truncate" dir="auto">
                {title === "" ? t`Imported script ${at + 1}` : title}
              </span>
              <span className="shrink-0 text-muted">
                <Plural value={steps.length} one="# step" other="# steps" />
              </span>
            </li>
          ))}
          {taken.length > 8 && (
            <li className="text-muted">
              <Plural value={taken.length - 8} one="and # more" other="and # more" />
            </li>
          )}
        </ul>
      )}
      {(lines.length > 0 || found.scripts.length > room) && (
        <Notice tone="caution">
          <Trans>
            Some lines exceed the limits ({taskLimits.steps} steps per task, {taskLimits.step} characters per step,{" "}
            {room} more tasks): {lines.join(", ")}
          </Trans>
        </Notice>
      )}
    </FormDialog>
  );
}
