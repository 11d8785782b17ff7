// The only place where functions build the URL path of a stored object. Paths come from rows that
// people write: "..", "?" or "#" would redirect a call with the service key to another object.
import { Rejected } from "./rejection.ts";

const shape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\/[\w!.*'() &$=@;:+,-]+)+$/;
const longest = 400;

/** `{owner's id}/…` without dot segments and URL syntax, like private.is_object_path. */
export const isObjectPath = (path: string): boolean =>
  path.length <= longest && shape.test(path) && !path.split("/").some((part) => part === "." || part === "..");

type ObjectAction = "public" | "authenticated" | "sign" | "upload/sign";

/**
 * Builds the path of a storage call.
 * @param action empty for the object itself
 * @param path `{owner's id}/…`, as in a column
 * @throws Rejected when the path is invalid
 */
export function storagePath(action: ObjectAction | "", bucket: string, path: string): string {
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(bucket) || !isObjectPath(path))
    throw new Rejected(422, "The path of this file cannot be used.", "invalid");
  const segments = [...(action === "" ? [] : [action]), bucket, ...path.split("/").map(encodeURIComponent)];
  return `/storage/v1/object/${segments.join("/")}`;
}
