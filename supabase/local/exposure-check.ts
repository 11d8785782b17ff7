// No sample accounts (their passwords are known) and no generated secrets beyond this machine.
import { OperatorError } from "./common/operator-error.ts";
import type { Session } from "./database/database.ts";

export const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || /^127\./.test(host);

export async function checkExposure(
  database: Session,
  host: string,
  given: { jwtSecret?: string | undefined; serviceKey?: string | undefined },
): Promise<void> {
  if (isLoopback(host)) return;
  if (!given.jwtSecret || !given.serviceKey) {
    throw new OperatorError(
      `To listen on ${host}, give this server secrets of its own: JWT_SECRET (32 characters or more) and SERVICE_KEY (sb_secret_…).`,
    );
  }
  const [row] = await database.query<{ found: boolean }>(
    "select exists (select from auth.users where email like '%@betaflock.test') as found",
  );
  if (row?.found) {
    throw new OperatorError(
      `The sample accounts and their known passwords are in this store: it may not listen on ${host}.`,
    );
  }
}
