// Failures of the database that are not errors of the statement. rest/errors.ts maps each to a
// status.

/** Temporary: the connection was lost, the database restarts, or all connections are busy. */
export class DatabaseUnavailable extends Error {
  readonly code = "PGRST001";
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "DatabaseUnavailable";
  }
}

/** The statement reached its time limit. The code is PostgreSQL's. */
export class StatementTimeout extends Error {
  readonly code = "57014";
  constructor() {
    super("canceling statement due to statement timeout");
    this.name = "StatementTimeout";
  }
}

/** The rows of a statement are larger than an answer may be. */
export class AnswerTooLarge extends Error {
  readonly code = "54000";
  readonly detail = "answer_too_large";
  readonly hint = "Ask for fewer rows or fewer columns";
  constructor() {
    super("The answer is too large");
    this.name = "AnswerTooLarge";
  }
}

/** PostgreSQL's protocol allows 65,535 parameters. */
export class TooManyValues extends Error {
  readonly code = "54023";
  readonly detail = "too_many_values";
  readonly hint = "Send fewer rows at once";
  constructor() {
    super("The request has too many values");
    this.name = "TooManyValues";
  }
}
