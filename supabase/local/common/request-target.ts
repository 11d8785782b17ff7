// Parses the request target once, for every service. Rejects ambiguous targets and normalizes
// others, so that checks and routers cannot disagree.
import { type Area, areaOf } from "./area.ts";
import { Refused } from "./refusal.ts";

export interface Target {
  area: Area;
  href: string;
  path: string;
}

const longestTarget = 8192;
const mostParameters = 500;

const ambiguous = (why: string): Refused => new Refused(400, "ambiguous_url", `The address cannot be used: ${why}`);

/** Encoding these is never needed (RFC 3986, 2.3) and makes parsers disagree. */
const encodedUnreserved = /%(?:3[0-9]|4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a]|2[de]|5f|7e)/i;
const brokenPercent = /%(?![0-9a-f]{2})/i;
const encodedDanger = /%(?:[01][0-9a-f]|7f|2f|5c)/i;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw ambiguous("it is not UTF-8");
  }
}

/** Encodes a path segment so that lite's router decodes it to exactly the same text. */
const encodeSegment = (segment: string): string => encodeURI(segment).replaceAll("?", "%3F").replaceAll("#", "%23");

export const encodePath = (path: string): string => path.split("/").map(encodeSegment).join("/");

function readPath(raw: string): string {
  if (!raw.startsWith("/")) throw ambiguous("it must begin with a slash");
  if (!/^[\x21-\x7e]*$/.test(raw) || /[\\#]/.test(raw)) throw ambiguous("a character in it has to be encoded");
  if (brokenPercent.test(raw)) throw ambiguous("a percent sign is not followed by two hexadecimal digits");
  if (encodedUnreserved.test(raw)) throw ambiguous("a plain character is percent-encoded");
  if (encodedDanger.test(raw)) throw ambiguous("it contains an encoded slash or control character");
  const segments = raw.slice(1).split("/");
  if (segments.slice(0, -1).includes("")) throw ambiguous("it contains two slashes in a row");
  if (segments.some((segment) => segment === "." || segment === "..")) throw ambiguous("it contains a dot segment");
  const path = `/${segments.map((segment) => encodeSegment(decoded(segment))).join("/")}`;
  const area = areaOf(path);
  // lite ignores a trailing slash.
  if (path.endsWith("/") && area !== "app" && path !== "/rest/v1/") throw ambiguous("it ends with a slash");
  return path;
}

/** In PostgREST only filters may be repeated (`id=gt.1&id=lt.9`), elsewhere no parameter. */
const onceInRest = new Set(["select", "order", "limit", "offset", "on_conflict", "columns", "apikey"]);

function readQuery(raw: string, area: Area): string {
  if (!/^[\x21-\x7e]*$/.test(raw) || /[\\#]/.test(raw)) throw ambiguous("a character in its query has to be encoded");
  const pairs = raw.split("&").filter((pair) => pair !== "");
  if (pairs.length > mostParameters) throw ambiguous("its query has too many parameters");
  const seen = new Set<string>();
  const query = new URLSearchParams();
  for (const pair of pairs) {
    if (brokenPercent.test(pair)) throw ambiguous("a percent sign is not followed by two hexadecimal digits");
    const at = pair.indexOf("=");
    const rawName = at < 0 ? pair : pair.slice(0, at);
    // URLSearchParams encodes the tilde.
    if (encodedUnreserved.test(rawName.replaceAll("%7E", "~")))
      throw ambiguous("a plain character in a parameter's name is percent-encoded");
    const [name, value] = [rawName, at < 0 ? "" : pair.slice(at + 1)].map((part) =>
      decoded(part.replaceAll("+", " ")),
    ) as [string, string];
    if (name.includes("\0") || value.includes("\0")) throw ambiguous("its query contains a NUL");
    if (seen.has(name) && (area !== "rest" || onceInRest.has(name)))
      throw ambiguous(`the parameter "${name.slice(0, 40)}" is there twice`);
    seen.add(name);
    query.append(name, value);
  }
  return query.size === 0 ? "" : `?${query}`;
}

export function readTarget(raw: string): Target {
  if (raw.length > longestTarget)
    throw new Refused(414, "url_too_long", `The address is longer than ${longestTarget} characters`);
  const at = raw.indexOf("?");
  const path = readPath(at < 0 ? raw : raw.slice(0, at));
  const area = areaOf(path);
  return { area, path, href: path + readQuery(at < 0 ? "" : raw.slice(at + 1), area) };
}
