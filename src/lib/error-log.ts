// Errors on this device, in memory, so that a person can copy them into a report; also dispatched
// as an event (tests listen). Nothing leaves the device, and nothing that a person typed is in it.

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

/** All entries as text for the clipboard. */
export function traceReport(): string {
  const lines = traces.map((t) => `${t.at} ${t.kind} ${t.path} ${t.message}\n${t.stack}`.trim());
  return [`Betaflock ${import.meta.env.MODE}`, navigator.userAgent, ...lines].join("\n\n");
}
