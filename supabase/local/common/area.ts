// The services and their path prefixes, for limits (edge.ts) and calls (routes.ts).

const prefixes = {
  rest: "/rest/v1",
  auth: "/auth/v1",
  // Before storage, whose prefix it shares.
  resumable: "/storage/v1/upload/resumable",
  storage: "/storage/v1",
  functions: "/functions/v1",
  /** The function `api`, at an address that does not depend on the hosting. */
  api: "/api",
  realtime: "/realtime/v1",
  mailbox: "/dev/mail",
} as const;
export type Service = keyof typeof prefixes;
export type Area = Service | "health" | "app";

export const pathOf = (service: Service): string => prefixes[service];
const services = Object.entries(prefixes) as [Service, string][];

export function areaOf(path: string): Area {
  if (path === "/health") return "health";
  const found = services.find(([, prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  return found?.[0] ?? "app";
}
