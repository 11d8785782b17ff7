// Encodes and decodes the Phoenix protocol of realtime-js: version 1 uses JSON objects, version 2
// arrays, and broadcasts from a client are binary.
import * as v from "valibot";

export type Version = 1 | 2;
export interface Message {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
}

const reference = v.nullish(v.pipe(v.string(), v.maxLength(64)), null);
const textSchemas = {
  1: v.pipe(
    v.string(),
    v.parseJson(),
    v.object({ join_ref: reference, ref: reference, topic: v.string(), event: v.string(), payload: v.unknown() }),
    v.transform(({ join_ref: joinRef, ...rest }): Message => ({ joinRef, ...rest })),
  ),
  2: v.pipe(
    v.string(),
    v.parseJson(),
    v.tuple([reference, reference, v.string(), v.string(), v.unknown()]),
    v.transform(([joinRef, ref, topic, event, payload]): Message => ({ joinRef, ref, topic, event, payload })),
  ),
};

export function encode(version: Version, message: Message): string {
  const { joinRef, ref, topic, event, payload } = message;
  return JSON.stringify(
    version === 2 ? [joinRef, ref, topic, event, payload] : { join_ref: joinRef, ref, topic, event, payload },
  );
}

/** Kind 3: six lengths, join ref, ref, topic, event, metadata, payload (JSON or bytes). */
function decodeBroadcast(bytes: Uint8Array): Message | undefined {
  if (bytes[0] !== 3 || bytes.length < 7) return undefined;
  const lengths = [...bytes.subarray(1, 6)];
  const json = bytes[6] === 1;
  const decoder = new TextDecoder();
  let at = 7;
  const [joinRef = "", ref = "", topic = "", event = ""] = lengths.map((length) => {
    const part = decoder.decode(bytes.subarray(at, at + length));
    at += length;
    return part;
  });
  if (!json || at > bytes.length) return undefined; // binary payloads are not used here
  try {
    const payload: unknown = JSON.parse(decoder.decode(bytes.subarray(at)));
    return { joinRef, ref, topic, event: "broadcast", payload: { type: "broadcast", event, payload } };
  } catch {
    return undefined;
  }
}

export function decode(version: Version, data: string | Uint8Array): Message | undefined {
  if (typeof data !== "string") return version === 2 ? decodeBroadcast(data) : undefined;
  const parsed = v.safeParse(textSchemas[version], data);
  return parsed.success ? parsed.output : undefined;
}
