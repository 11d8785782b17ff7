// For what starts the app: `sync/` is not its business.
export { ownTask } from "../../sync/database/own-task.ts";
