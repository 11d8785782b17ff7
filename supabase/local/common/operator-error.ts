import { messageOf } from "./log.ts";

/** An error that the operator can solve; its message explains how. */
export class OperatorError extends Error {}

/** What a command prints about an error: the stack only of bugs. */
export const reportOf = (error: unknown): string =>
  error instanceof OperatorError || !(error instanceof Error) ? messageOf(error) : (error.stack ?? error.message);
