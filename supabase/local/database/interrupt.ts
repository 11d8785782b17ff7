// Runs JavaScript in a thread that is busy in WebAssembly. V8 checks for inspector messages at each
// loop iteration, also inside WebAssembly. No other API can interrupt such a thread.
import { Session } from "node:inspector";
import type { Worker } from "node:worker_threads";

let session: Session | undefined;
const attached = new Map<string, string>();

/** Attaches to the threads of this process. Call it before the first one starts. */
export function watchThreads(): void {
  if (session) return;
  session = new Session();
  session.connect();
  session.on("NodeWorker.attachedToWorker", ({ params }) => {
    attached.set(params.workerInfo.workerId, params.sessionId);
  });
  session.on("NodeWorker.detachedFromWorker", ({ params }) => {
    for (const [thread, id] of attached) if (id === params.sessionId) attached.delete(thread);
  });
  session.post("NodeWorker.enable", { waitForDebuggerOnStart: false });
}

/** Evaluates `expression` in the thread; does nothing when the thread is not attached. */
export function interrupt(worker: Worker, expression: string): void {
  const sessionId = attached.get(String(worker.threadId));
  if (sessionId === undefined) return;
  const message = JSON.stringify({ id: 1, method: "Runtime.evaluate", params: { expression } });
  session?.post("NodeWorker.sendMessageToWorker", { sessionId, message });
}
