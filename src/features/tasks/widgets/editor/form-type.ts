import type { Task } from "#sync/schema/tasks.ts";
import type { Form } from "#ui/form/use-form.ts";

/** The campaign form, as far as the task editor reads it. */
export type TasksForm = Form<{ tasks: Task[] }, { tasks: Task[] }>;
