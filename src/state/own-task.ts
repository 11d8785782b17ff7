// Re-exported for the app's start, which must not import `sync/`.
export { ownTask } from "../../sync/database/own-task.ts";
