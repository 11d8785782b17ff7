// Keeps errors in memory, so that users can copy them into a report, and dispatches them as events
// for tests. Contains no user input; nothing leaves the device.

export interface Trace {
  at: string;
  kind: "not_found" | "error";
  path: string;
  message: string;
  stack: string;
}

const traces: Trace[] = [];
const KEEP = 50;

function keep(trace: Trace) {
  traces.push(trace);
  if (traces.length > KEEP) traces.shift();
  window.dispatchEvent(new CustomEvent<Trace>("betaflock:trace", { detail: trace }));
}

export function reportNotFound(path: string) {
  keep({ at: new Date().toISOString(), kind: "not_found", path, message: "", stack: "" });
}

export function reportError(error: unknown) {
  const e = error instanceof Error ? error : new Error(String(error));
  keep({
    at: new Date().toISOString(),
    kind: "error",
    path: window.location.pathname,
    message: `${e.name}: ${e.message}`,
    stack: e.stack ?? "",
  });
}

export function traceReport(): string {
  const lines = traces.map((t) => `${t.at} ${t.kind} ${t.path} ${t.message}\n${t.stack}`.trim());
  return [`Betaflock ${import.meta.env.MODE}`, navigator.userAgent, ...lines].join("\n\n");
}
