// Calls of the function `storage`, for actions on files that need the server. Developers' lists are
// replicated. Calls need a network and fail at once without one.
import * as v from "valibot";
import { headBytes, matches } from "../files/file-types.ts";
import { fileNameOf } from "../inputs/file-name.ts";
import { type Answer, bodyOf, readAnswer } from "../transport/answers.ts";
import { isFileGone } from "../transport/errors.ts";
import { request } from "../transport/request.ts";
import { type FailureOf, fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";

export type FileFailure = FailureOf<"offline" | "rejected">;

const rejection = v.object({ error: v.optional(v.string(), ""), code: v.optional(v.string(), "") });
const cleaned = v.object({ deletedFiles: v.number(), preservedFiles: v.number() });
const listed = v.object({ files: v.array(v.object({ fileId: v.string() })) });

const functionPath = "/functions/v1/storage";

function rejected({ status, body }: Answer): Result<never, FileFailure> {
  const parsed = v.safeParse(rejection, body);
  const { error, code } = parsed.success ? parsed.output : { error: "", code: "" };
  return fail({ type: "rejected", status, code, message: error });
}

async function call<T>(
  transport: Transport,
  action: string,
  answer: v.GenericSchema<unknown, T>,
  body?: object,
): Promise<Result<T, FileFailure>> {
  const token = await transport.token();
  if (!token.ok) return fail({ type: "offline" });
  const sent = { bearer: token.value, ...(body && { body }), ms: 60_000 };
  const response = await request(transport, `${functionPath}/${action}`, sent);
  transport.seen(response ? null : { type: "offline" });
  if (!response) return fail({ type: "offline" });
  const told = bodyOf(response);
  const parsed = v.safeParse(answer, told);
  return response.ok && parsed.success ? ok(parsed.output) : rejected({ status: response.status, body: told });
}

/**
 * Fetches the server's list, so that the person can compare it with this device's.
 * @returns the number of files
 */
export async function listFiles(transport: Transport, ownerId: string): Promise<Result<number, FileFailure>> {
  const answer = await call(transport, `list?prefix=&ownerId=${ownerId}`, listed);
  return answer.ok ? ok(answer.value.files.length) : answer;
}

export const deleteFile = (transport: Transport, file: { id: string; file_name: string }) =>
  call(transport, "delete", v.object({}), { fileId: file.id, fileName: file.file_name });

export const cleanFiles = (transport: Transport, ownerId: string, preservedPrefixes: readonly string[]) =>
  call(transport, "clean", cleaned, { preservedPrefixes, ownerId });

/** Returns a short-lived download address; null if unavailable. */
export async function fileAddress(
  transport: Transport,
  file: { id: string; owner_id: string; file_name: string },
): Promise<string | null> {
  const token = await transport.token();
  if (!token.ok) return null;
  const client = await transport.client().catch(() => null);
  if (!client) return null;
  const { data } = await client.storage.from("files").createSignedUrl(`${file.owner_id}/${file.id}`, 120);
  if (!data) return null;
  // The call's own option encodes the name twice: "año.pdf" is saved as "a%C3%B1o.pdf".
  const saved = new URL(data.signedUrl);
  saved.searchParams.set("download", file.file_name.split("/").at(-1) ?? "");
  return saved.href;
}

/** Size limit of the bucket (migration `storage`). */
const mostBytes = 50 * 1024 * 1024;

const rejectedHere = (code: string) => fail({ type: "rejected", status: 0, code, message: "" });

/** Returns why the server would reject a file, or null. The server repeats these checks. */
async function problemOf(file: File): Promise<string | null> {
  if (file.size === 0) return "empty";
  if (file.size > mostBytes) return "too_large";
  try {
    const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
    return matches(file.name, head) ? null : "wrong_type";
  } catch (error) {
    // A folder cannot be read either.
    if (isFileGone(error)) return "file_gone";
    throw error;
  }
}

/**
 * Uploads one file. Uses XMLHttpRequest, since `fetch` reports no upload progress.
 * @param onSent the uploaded part, 0 to 1
 */
export async function uploadFile(
  transport: Transport,
  file: File,
  { ownerId, folder }: { ownerId: string; folder: string },
  onSent: (share: number) => void,
  signal: AbortSignal,
): Promise<Result<void, FileFailure>> {
  const problem = await problemOf(file);
  if (problem) return rejectedHere(problem);
  const token = await transport.token();
  if (!token.ok) return fail({ type: "offline" });
  const form = new FormData();
  form.append("ownerId", ownerId);
  form.append("folder", folder);
  form.append("file", file, fileNameOf(file.name));
  const address = `${transport.url}${functionPath}/upload`;
  const answer = await new Promise<Answer | null>((resolve) => {
    const request = new XMLHttpRequest();
    const over = () => {
      const { status, responseText: text, responseURL } = request;
      const contentType = request.getResponseHeader("content-type");
      const redirected = responseURL !== "" && responseURL !== address;
      resolve(redirected ? null : readAnswer("functions", { method: "POST", status, contentType, text }));
    };
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
    request.onload = over;
    request.onerror = over;
    request.onabort = over;
    request.open("POST", address);
    request.setRequestHeader("apikey", transport.key);
    request.setRequestHeader("authorization", `Bearer ${token.value}`);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
  if (!answer) {
    // A request with an unreadable file ends like one without a network.
    const since = signal.aborted ? null : await problemOf(file);
    if (since) return rejectedHere(since);
    if (!signal.aborted) transport.seen({ type: "offline" });
    return fail({ type: "offline" });
  }
  transport.seen(null);
  return answer.status < 300 ? ok(undefined) : rejected(answer);
}
