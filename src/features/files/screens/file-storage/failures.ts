// Error texts of file operations: by error code, else the server's quoted message, else advice.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { rejectionText, unexpectedText } from "#features/sync/failures.ts";
import type { FileFailure } from "#state/files.ts";

const texts: Readonly<Record<string, MessageDescriptor>> = {
  no_file: msg`Please select a file to upload`,
  empty: msg`The file is empty.`,
  too_large: msg`The file is larger than 50 MB.`,
  wrong_type: msg`The content does not match the file extension.`,
  duplicate: msg`A file with this name already exists here. Rename it, or delete the other one first.`,
  invalid: msg`This name cannot be used: at most 255 characters per part, no backslashes and no “..”.`,
  not_found: msg`The file no longer exists.`,
  file_gone: msg`This file can no longer be read. Choose it again.`,
};

export type Translate = (message: MessageDescriptor) => string;

/** @param otherwise the text without a response or message */
export function fileFailureText(failure: FileFailure, otherwise: MessageDescriptor, t: Translate): string {
  if (failure.type === "offline") return t(otherwise);
  const known = texts[failure.code];
  if (known) return t(known);
  if (failure.code !== "") return t(rejectionText(failure.code));
  return t(failure.message ? unexpectedText(failure.message) : otherwise);
}
