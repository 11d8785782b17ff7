/** A failure that the response reports to the client. Other errors are bugs and are only logged. */
export class Rejected extends Error {
  readonly status: number;
  /** Machine-readable; empty when the status is sufficient. */
  readonly code: string;
  constructor(status: number, message: string, code = "") {
    super(message);
    this.status = status;
    this.code = code;
  }
}
