// Failures that are not errors of the statement (statuses: common/database-errors.ts).

/** Temporary: the connection was lost, the database restarts, or all connections are busy. */
export class DatabaseUnavailable extends Error {
  readonly code = "PGRST001";
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "DatabaseUnavailable";
  }
}

export class StatementTimeout extends Error {
  readonly code = "57014";
  constructor() {
    super("canceling statement due to statement timeout");
    this.name = "StatementTimeout";
  }
}

/** More than a statement may request. The code is PostgreSQL's; clients know `detail`. */
const overLimit = (code: string, detail: string, message: string, hint: string): Error =>
  Object.assign(new Error(message), { code, detail, hint });

export const answerTooLarge = () =>
  overLimit("54000", "answer_too_large", "The answer is too large", "Ask for fewer rows or fewer columns");

/** PostgreSQL's protocol allows 65,535 parameters. */
export const tooManyValues = () =>
  overLimit("54023", "too_many_values", "The request has too many values", "Send fewer rows at once");
