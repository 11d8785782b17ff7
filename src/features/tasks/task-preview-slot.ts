// The tester's task screen in the campaign form. Routes provide it, because the form is no part of
// that screen.
import { type ComponentType, createContext } from "react";
import type { Task } from "#sync/schema/tasks.ts";

interface TaskPreviewProps {
  tasks: readonly Task[];
  onClose: () => void;
}

export const TaskPreviewSlot = createContext<ComponentType<TaskPreviewProps> | null>(null);
