import { messageOf } from "./log.ts";

/** An error that the operator can solve; its message explains how. */
export class OperatorError extends Error {}

/** The text that a command prints about an error; only bugs show their stack. */
export const reportOf = (error: unknown): string =>
  error instanceof OperatorError || !(error instanceof Error) ? messageOf(error) : (error.stack ?? error.message);
