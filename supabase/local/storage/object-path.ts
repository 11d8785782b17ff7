// Parses paths below /storage/v1/object. No other file reads them.

const actions = [
  "public",
  "authenticated",
  "info/authenticated",
  "info/public",
  "info",
  "list",
  "list-v2",
  "sign",
  "upload/sign",
] as const;
const pattern = new RegExp(`^/storage/v1/object/(?:(${actions.join("|")})/)?([^/]+)(?:/(.+))?$`);

export interface ObjectPath {
  action: (typeof actions)[number] | "object" | "move" | "copy";
  bucket: string;
  /** Decoded; empty for a bucket's path. */
  key: string;
}

export function parseObjectPath(pathname: string): ObjectPath | undefined {
  const [, prefix, bucket, key = ""] = pattern.exec(pathname) ?? [];
  if (bucket === undefined) return undefined;
  if (prefix === undefined && key === "" && (bucket === "move" || bucket === "copy"))
    return { action: bucket, bucket: "", key };
  const action = actions.find((each) => each === prefix) ?? "object";
  return { action, bucket: decodeURIComponent(bucket), key: decodeURIComponent(key) };
}

export function isObjectUpload(method: string, pathname: string): boolean {
  const path = parseObjectPath(pathname);
  if (!path || path.key === "") return false;
  if (path.action === "upload/sign") return method === "PUT";
  return path.action === "object" && (method === "POST" || method === "PUT");
}
