// The client's address, the key of all rate limits. Headers count from TRUSTED_PROXIES only.
import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP } from "node:net";

export const plainAddress = (address: string): string => {
  const bare = address.replace(/%.*$/, "");
  return bare.toLowerCase().startsWith("::ffff:") && isIP(bare.slice(7)) === 4 ? bare.slice(7) : bare;
};

const familyOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 4 ? "ipv4" : "ipv6");

/** Parses "10.0.0.0/8, ::1". Throws a RangeError with the invalid part. */
export function parseProxies(text: string): BlockList {
  const list = new BlockList();
  for (const part of text.split(",").map((each) => each.trim())) {
    if (part === "") continue;
    const [address = "", bits, ...more] = part.split("/");
    const longest = isIP(address) === 4 ? 32 : 128;
    const badBits = bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > longest);
    if (isIP(address) === 0 || address.includes("%") || badBits || more.length > 0)
      throw new RangeError(`"${part}" is no address and no network (10.0.0.1, 10.0.0.0/8, fd00::/8)`);
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

/** An IPv6 client controls its whole /64. */
export function countedAs(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = "", after] = groups.split("::");
  const head = before === "" ? [] : before.split(":");
  const tail = after === undefined || after === "" ? [] : after.split(":");
  const all = after === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill("0"), ...tail];
  return `${all.slice(0, 4).join(":")}::/64`;
}

/** One entry of X-Forwarded-For; some proxies add the port. */
function hopOf(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(text)?.[1] ?? text;
  const address = plainAddress(bare);
  return isIP(address) === 0 ? undefined : address;
}

export function isTrusted(address: string, proxies: BlockList): boolean {
  const plain = plainAddress(address);
  return isIP(plain) !== 0 && proxies.check(plain, familyOf(plain));
}

/** The last hop that is no trusted proxy: earlier entries come from the client. */
export function clientAddress(remote: string, headers: IncomingHttpHeaders, proxies: BlockList): string {
  const forwarded = headers["x-forwarded-for"];
  const hops = (Array.isArray(forwarded) ? forwarded.join(",") : (forwarded ?? "")).split(",").map((hop) => hop.trim());
  let client = plainAddress(remote);
  while (isTrusted(client, proxies)) {
    const next = hopOf(hops.pop() ?? "");
    if (next === undefined) break;
    client = next;
  }
  return countedAs(client);
}

/** Headers with which a client or proxy claims an address. The edge removes them. */
export const forwardingHeaders: readonly string[] = [
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "forwarded",
  "via",
  "x-real-ip",
  "x-client-ip",
  "cf-connecting-ip",
  "true-client-ip",
  "sb-forwarded-for",
];
