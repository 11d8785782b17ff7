// The tasks of a campaign in its form: add, edit, reorder, duplicate, import. One task is open at a
// time, because 60 tasks of 40 steps are thousands of fields.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, ChevronDown, Copy, FileDown, GripVertical, Plus, Smartphone, Trash2 } from "lucide-react";
import { type DragEvent, use, useEffect, useRef, useState } from "react";
import { type FieldError, useFieldArray, useFormState, useWatch } from "react-hook-form";
import { type Task, taskKinds, taskLimits } from "#sync/schema/tasks.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { NoteBox } from "#ui/field.tsx";
import { concurrentChangeNote } from "#ui/form/concurrent-change-note.tsx";
import { Menu } from "#ui/menu.tsx";
import { menuEntry } from "#ui/menu-entry.ts";
import { MoveButtons } from "#ui/move-buttons.tsx";
import { showToast } from "#ui/toast.tsx";
import { taskKindHelp, taskKindLabel } from "../../labels.ts";
import { copyOf, newTask } from "../../task-form.ts";
import { TaskPreviewSlot } from "../../task-preview-slot.ts";
import { type TaskTemplate, taskTemplates, templateTasks } from "../../task-templates.ts";
import type { TasksForm } from "./form-type.ts";
import { ImportTasks } from "./import-tasks.tsx";
import { TaskFields } from "./task-fields.tsx";

interface TaskListEditorProps {
  form: TasksForm;
  /** Called after the tasks of a template were added. */
  onTemplate: (name: TaskTemplate) => void;
}

export function TaskListEditor({ form, onTemplate }: TaskListEditorProps) {
  const { t } = useLingui();
  const { fields, append, remove, move, insert } = useFieldArray({
    ...{ control: form.control, name: "tasks", keyName: "rowKey" },
  });
  const [open, setOpen] = useState<string | null>(null);
  const [importing, setImporting] = useState(false);
  const [previewed, setPreviewed] = useState<readonly Task[] | null>(null);
  const Preview = use(TaskPreviewSlot);
  const wrong = useFirstProblem(form);
  useEffect(() => {
    if (wrong) setOpen(wrong.id);
  }, [wrong]);

  const full = fields.length >= taskLimits.tasks;
  const add = (tasks: readonly Task[]) => {
    append(tasks.slice(0, taskLimits.tasks - fields.length));
    setOpen(tasks[0]?.id ?? null);
  };
  const take = (index: number) => {
    const task = form.getValues(`tasks.${index}`);
    remove(index);
    showToast({
      title: t`Task removed`,
      action: { label: t`Undo`, onSelect: () => insert(Math.min(index, form.getValues("tasks").length), task) },
    });
  };
  const dragged = useRef<number>(null);
  const drop = (index: number) => (event: DragEvent) => {
    event.preventDefault();
    if (dragged.current !== null && dragged.current !== index) move(dragged.current, index);
    dragged.current = null;
  };
  const note = concurrentChangeNote(form, "tasks");
  return (
    <div className="flex flex-col gap-3">
      {note !== undefined && <NoteBox note={note} />}
      {fields.length === 0 ? (
        <p className="text-muted text-sm">
          <Trans>No tasks: testers follow your instructions and report what they find.</Trans>
        </p>
      ) : (
        <ol className="flex flex-col gap-2">
          {fields.map(({ rowKey, id }, index) => (
            <li
              key={rowKey}
              onDragOver={(event) => dragged.current !== null && event.preventDefault()}
              onDrop={drop(index)}
              className="rounded-lg border border-line"
            >
              <div className="flex items-center gap-1 p-2">
                <span
                  aria-hidden
                  draggable
                  onDragStart={() => {
                    dragged.current = index;
                  }}
                  onDragEnd={() => {
                    dragged.current = null;
                  }}
                  className="hidden cursor-grab p-1 text-muted md:inline-block"
                >
                  <GripVertical className="size-4" />
                </span>
                <Summary
                  form={form}
                  index={index}
                  open={open === id}
                  onToggle={() => setOpen(open === id ? null : id)}
                />
                <MoveButtons
                  up={t`Move task ${index + 1} up`}
                  down={t`Move task ${index + 1} down`}
                  isFirst={index === 0}
                  isLast={index === fields.length - 1}
                  onMove={(by) => move(index, index + by)}
                  className="hidden sm:flex"
                />
                <Menu
                  label={t`Actions for task ${index + 1}`}
                  items={[
                    menuEntry("up", ArrowUp, t`Move up`, { disabled: index === 0 }, () => move(index, index - 1)),
                    menuEntry("down", ArrowDown, t`Move down`, { disabled: index === fields.length - 1 }, () =>
                      move(index, index + 1),
                    ),
                    menuEntry("copy", Copy, t`Duplicate`, { disabled: full }, () =>
                      insert(index + 1, copyOf(form.getValues(`tasks.${index}`))),
                    ),
                    menuEntry("remove", Trash2, t`Remove`, { tone: "danger" }, () => take(index)),
                  ]}
                />
              </div>
              {open === id && <TaskFields form={form} index={index} />}
            </li>
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Menu
          label={t`Add a task`}
          icon={Plus}
          text={<Trans>Add a task</Trans>}
          items={taskKinds.map((kind) => ({
            key: kind,
            label: (
              <span className="block max-w-72">
                {t(taskKindLabel[kind])}
                <span className="block text-muted text-sm">{t(taskKindHelp[kind])}</span>
              </span>
            ),
            disabled: full,
            onSelect: () => add([newTask(kind)]),
          }))}
        />
        <Menu
          label={t`Tasks from a template`}
          icon={ChevronDown}
          text={<Trans>Tasks from a template</Trans>}
          items={taskTemplates.map(({ name, label }) => ({
            key: name,
            label: t(label),
            disabled: full,
            onSelect: () => {
              add(templateTasks(t, name));
              onTemplate(name);
            },
          }))}
        />
        <Menu
          label={t`More`}
          items={[
            menuEntry("import", FileDown, t`Import from text or CSV…`, { opensDialog: true }, () => setImporting(true)),
          ]}
        />
        {Preview && fields.length > 0 && (
          <Button icon={Smartphone} size="sm" opensDialog onClick={() => setPreviewed(form.getValues("tasks"))}>
            <Trans>Try it</Trans>
          </Button>
        )}
        {full && (
          <span className="text-muted text-sm">
            <Plural value={taskLimits.tasks} one="At most # task." other="At most # tasks." />
          </span>
        )}
      </div>
      {Preview && previewed && <Preview tasks={previewed} onClose={() => setPreviewed(null)} />}
      {importing && (
        <ImportTasks
          room={taskLimits.tasks - fields.length}
          onClose={() => setImporting(false)}
          onImport={(tasks) => {
            setImporting(false);
            add(tasks);
          }}
        />
      )}
    </div>
  );
}

interface SummaryProps {
  form: TasksForm;
  index: number;
  open: boolean;
  onToggle: () => void;
}

function Summary({ form, index, open, onToggle }: SummaryProps) {
  const { t } = useLingui();
  const task = useWatch({ control: form.control, name: `tasks.${index}` });
  const { steps, questions, minutes } = task;
  const title = task.title === "" ? t`Task without a title` : task.title;
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-start hover:bg-sunken"
    >
      <ChevronDown
        aria-hidden
        className={cx("size-4 shrink-0 text-muted transition-transform", open && "rotate-180")}
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold" dir="auto">
          {index + 1}. {title}
        </span>
        <span className="flex flex-wrap gap-x-3 text-muted text-sm">
          <span>{t(taskKindLabel[task.kind])}</span>
          {steps.length > 0 && (
            <span>
              <Plural value={steps.length} one="# step" other="# steps" />
            </span>
          )}
          {questions.length > 0 && (
            <span>
              <Plural value={questions.length} one="# question" other="# questions" />
            </span>
          )}
          {minutes > 0 && (
            <span>
              <Plural value={minutes} one="# minute" other="# minutes" />
            </span>
          )}
        </span>
      </span>
      {task.required_since === null && (
        <Badge>
          <Trans>Optional</Trans>
        </Badge>
      )}
    </button>
  );
}

/** The first task with a problem, after sending or Next. A new object for each check. */
function useFirstProblem(form: TasksForm): { id: string } | null {
  const { errors } = useFormState({ control: form.control, name: "tasks" });
  const found = errors.tasks as readonly (FieldError | undefined)[] | undefined;
  const [last, setLast] = useState<{ found: typeof found; first: { id: string } | null }>({ found, first: null });
  if (last.found === found) return last.first;
  const at = Array.isArray(found) ? found.findIndex((one) => one !== undefined) : -1;
  const first = at >= 0 ? { id: form.getValues(`tasks.${at}.id`) } : null;
  setLast({ found, first });
  return first;
}
