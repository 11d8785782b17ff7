// Re-exported for screens, which must not import `sync/database/`.
export { ownTask } from "../../sync/database/own-task.ts";
