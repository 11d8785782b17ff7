// What went wrong on this device, kept in memory so that a person can copy it into a report, and
// told to whoever listens (tests, later a server). Never leaves the device by itself and never
// holds what a person typed.

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

/** All that is known, as text for the clipboard. */
export function traceReport(): string {
  const lines = traces.map((t) => `${t.at} ${t.kind} ${t.path} ${t.message}\n${t.stack}`.trim());
  return [`Betaflock ${import.meta.env.MODE}`, navigator.userAgent, ...lines].join("\n\n");
}
