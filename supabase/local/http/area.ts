// The parts of the server by their paths. The only place that knows which path is whose.

export type Area = "rest" | "auth" | "storage" | "resumable" | "functions" | "realtime" | "mailbox" | "health" | "app";

export function areaOf(path: string): Area {
  if (path === "/health") return "health";
  if (path === "/dev/mail" || path.startsWith("/dev/mail/")) return "mailbox";
  if (path === "/storage/v1/upload/resumable" || path.startsWith("/storage/v1/upload/resumable/")) return "resumable";
  const service = /^\/(rest|auth|storage|functions|realtime)\/v1(?:\/|$)/.exec(path)?.[1];
  return service ? (service as Area) : "app";
}
