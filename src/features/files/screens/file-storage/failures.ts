// Why a call about files did not work, for a person: by the server's code, in its own words
// (quoted) where there is none, or what to try.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { FileFailure } from "../../../../state/files.ts";
import { refusalText, unexpectedText } from "../../../sync/failures.ts";

const texts: Readonly<Record<string, MessageDescriptor>> = {
  no_file: msg`Please select a file to upload`,
  empty: msg`The file is empty.`,
  too_large: msg`The file is larger than 50 MB.`,
  wrong_type: msg`The content does not match the file extension.`,
  duplicate: msg`A file with this name already exists here. Rename it, or delete the other one first.`,
  invalid: msg`This name cannot be used: at most 255 characters per part, no backslashes and no “..”.`,
  not_found: msg`The file no longer exists.`,
};

export type Translate = (message: MessageDescriptor) => string;

/** @param otherwise the text when no answer came, or one without a text */
export function fileFailureText(failure: FileFailure, otherwise: MessageDescriptor, t: Translate): string {
  if (failure.type === "offline") return t(otherwise);
  const known = texts[failure.code];
  if (known) return t(known);
  if (failure.code !== "") return t(refusalText(failure.code));
  return t(failure.message ? unexpectedText(failure.message) : otherwise);
}
