// Failures of the database that are no fault of the statement's text. errors.ts gives each its
// status.

/**
 * The caller may ask again: the connection was lost, the database restarts, or everybody was busy
 * for too long.
 */
export class DatabaseUnavailable extends Error {
  readonly code = "PGRST001";
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "DatabaseUnavailable";
  }
}

/** The statement ran into its limit. The code is PostgreSQL's own for it. */
export class StatementTimeout extends Error {
  readonly code = "57014";
  constructor() {
    super("canceling statement due to statement timeout");
    this.name = "StatementTimeout";
  }
}

/** The rows of one statement add up to more than an answer may have. */
export class AnswerTooLarge extends Error {
  readonly code = "54000";
  readonly detail = "answer_too_large";
  readonly hint = "Ask for fewer rows or fewer columns";
  constructor() {
    super("The answer is too large");
    this.name = "AnswerTooLarge";
  }
}

/**
 * PostgreSQL takes 65,535 parameters; more of them would break the protocol, and with it the
 * connection.
 */
export class TooManyValues extends Error {
  readonly code = "54023";
  readonly detail = "too_many_values";
  readonly hint = "Send fewer rows at once";
  constructor() {
    super("The request has too many values");
    this.name = "TooManyValues";
  }
}
